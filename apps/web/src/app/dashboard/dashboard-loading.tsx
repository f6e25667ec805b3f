import { Mark } from '../../ui/mark.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { LoadingText } from '../../ui/spinner.tsx';

export function DashboardLoading() {
  return (
    <PageFrame>
      <h1 className="sr-only">Developer Portal</h1>
      <Mark className="mb-4 -ml-0.5 size-7" />
      <LoadingText>Loading dashboard...</LoadingText>
    </PageFrame>
  );
}
