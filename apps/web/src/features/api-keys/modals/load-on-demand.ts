import { lazyDialog } from '../../../domain/page-loading.tsx';

export const loadKeyModals = () => import('./key-modals.tsx');

export const LazyKeyModals = lazyDialog(loadKeyModals, 'KeyModals');
