// The tabs below a key's value. The address says which one is shown.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { Tabs } from '../../../ui/actions/tabs.tsx';
import { CodeExamples } from './code-examples.tsx';
import { KeyHistory } from './key-history.tsx';
import { LateUsageLoading } from './section.tsx';

// The chart is larger than the rest of the portal, and most visits never see it.
const KeyUsage = lazyPartWith(() => import('./key-usage.tsx'), 'KeyUsage', <LateUsageLoading />);

const RestrictionsForm = lazyPartWith(
  () => import('../restrictions/restrictions-form.tsx'),
  'RestrictionsForm',
  null,
);

const KeyRequests = lazyPartWith(() => import('../requests/key-requests.tsx'), 'KeyRequests', null);

const names = ['usage', 'requests', 'restrictions', 'code', 'history'] as const;
type Section = (typeof names)[number];

export function KeySections({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate();
  const wanted = useRouterState({
    select: ({ location }) => new URLSearchParams(location.searchStr).get('section'),
  });
  const section = names.find((name) => name === wanted) ?? 'usage';
  const show = (next: Section) =>
    navigate({
      to: '/dashboard/keys/$keyId',
      params: { keyId: apiKey.id },
      search: { section: next } as object,
      state: (state) => state,
      replace: true,
      resetScroll: false,
    });
  return (
    <Tabs
      label="About this key"
      value={section}
      onChange={show}
      tabs={[
        {
          value: 'usage',
          label: 'Usage',
          panel: <KeyUsage apiKey={apiKey} />,
        },
        { value: 'requests', label: 'Requests', panel: <KeyRequests apiKey={apiKey} /> },
        {
          value: 'restrictions',
          label: 'Restrictions',
          panel: <RestrictionsForm apiKey={apiKey} />,
        },
        { value: 'code', label: 'Code', panel: <CodeExamples apiKey={apiKey} /> },
        { value: 'history', label: 'History', panel: <KeyHistory apiKey={apiKey} /> },
      ]}
    />
  );
}
