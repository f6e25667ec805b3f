// Screen readers announce these tiles as soon as they appear.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from './loading.tsx';
import { StatusTile } from './status-tile.tsx';

export function LoadingTile({ title }: { title: string }) {
  return (
    <div role="status">
      <StatusTile icon={<Spinner className="size-5" />} title={title} lede="This takes a second." />
    </div>
  );
}

export function FailureTile(tile: { icon: ReactNode; title: string; lede: ReactNode }) {
  return (
    <div role="alert">
      <StatusTile tone="bad" {...tile} />
    </div>
  );
}

type SuccessTileProps = { title: string; lede: ReactNode; children?: ReactNode };

export function SuccessTile({ title, lede, children }: SuccessTileProps) {
  return (
    <div role="status">
      <StatusTile tone="ok" icon={<Check />} title={title} lede={lede} />
      {children}
    </div>
  );
}
