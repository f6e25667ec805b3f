import type { ComponentProps } from 'react';
import { Card } from '../../../ui/layout/card.tsx';
import { LoadingList } from '../settings-card.tsx';

export function SecurityLoading({ query }: Pick<ComponentProps<typeof LoadingList>, 'query'>) {
  return (
    <Card className="overflow-hidden *:border-t-0">
      <LoadingList
        query={query}
        loading="Loading your security settings..."
        rows={3}
        failed="Failed to load your security settings"
      />
    </Card>
  );
}
