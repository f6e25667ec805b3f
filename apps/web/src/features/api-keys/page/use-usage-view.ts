// Which time the chart of a key shows. The address says it, so that a reload and a link show the same.
import { type KeyUsageWindow, keyUsageWindows } from '@ballast/contract/keys/key-usage';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { UsageView } from '../usage/usage-query.ts';

export const usageWindows = Object.keys(keyUsageWindows) as KeyUsageWindow[];
const usual = '24h';

const timeIn = (text: string | null) => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

const readView = (search: string): UsageView => {
  const query = new URLSearchParams(search);
  const window = usageWindows.find((name) => name === query.get('window')) ?? usual;
  const [from, to] = [timeIn(query.get('from')), timeIn(query.get('to'))];
  return from && to && from < to ? { window, from, to } : { window };
};

export const useUsageView = (keyId: string) => {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const show = (view: UsageView) =>
    navigate({
      to: '/dashboard/keys/$keyId',
      params: { keyId },
      search: { section: 'usage', ...view } as object,
      state: (state) => state,
      replace: true,
      resetScroll: false,
    });
  return [readView(search), show] as const;
};
