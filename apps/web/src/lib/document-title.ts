import { useEffect } from 'react';
import { portal } from './portal.ts';

// The context replaces the brand where something else matters more, such as the environment.
export const useDocumentTitle = (title: string, context = portal.brandName) => {
  useEffect(() => {
    document.title = `${title} · ${context}`;
  }, [title, context]);
};
