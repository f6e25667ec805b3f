import { LoadingTile } from '../../../ui/announced-tiles.tsx';

export function CheckingLink() {
  return <LoadingTile title="Checking your reset link" />;
}
