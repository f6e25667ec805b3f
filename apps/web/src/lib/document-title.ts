import { useEffect } from 'react';
import { portal } from './portal.ts';

// A second part replaces the brand where something else matters more, such as the environment.
export const useDocumentTitle = (title: string, context = portal.brandName) => {
  useEffect(() => {
    document.title = `${title} · ${context}`;
  }, [title, context]);
};
