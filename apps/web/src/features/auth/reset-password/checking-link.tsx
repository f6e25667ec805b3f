import { LoadingTile } from '../../../ui/feedback/announced-tiles.tsx';

export function CheckingLink() {
  return <LoadingTile title="Checking your reset link" />;
}
