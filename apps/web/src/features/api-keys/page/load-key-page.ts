// The page is loaded when somebody is about to open it.
export const loadKeyPage = () => import('./key-page.tsx');
