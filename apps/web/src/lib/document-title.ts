import { useEffect } from 'react';
import { portal } from './portal.ts';

// The context replaces the brand, by the environment for example. Without a title a part of the page sets it.
export const useDocumentTitle = (title: string | null, context = portal.brandName) => {
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${context}`;
  }, [title, context]);
};
