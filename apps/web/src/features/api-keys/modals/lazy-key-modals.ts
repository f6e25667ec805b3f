import { lazyDialog } from '../../../domain/part-loading.tsx';

export const loadKeyModals = () => import('./key-modals.tsx');

export const LazyKeyModals = lazyDialog(loadKeyModals, 'KeyModals');
