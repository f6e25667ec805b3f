import type { TabProps } from '../../lib/tab-props.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export function KeysTab({ header }: TabProps) {
  return <PageHeader {...header} />;
}
