import { useEffect } from 'react';
import { portal } from './portal.ts';

// The context replaces the brand where something else matters more, such as the environment. Without a title the page
// leaves it to a part of itself.
export const useDocumentTitle = (title: string | null, context = portal.brandName) => {
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${context}`;
  }, [title, context]);
};
