import { Card } from '../../../ui/layout/card.tsx';
import { ListLoading } from '../list-states.tsx';

export function SecurityLoading() {
  return (
    <Card className="overflow-hidden *:border-t-0">
      <ListLoading text="Loading your security settings..." rows={3} />
    </Card>
  );
}
