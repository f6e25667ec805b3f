import type { ReactNode } from 'react';
import { IconTile } from './status-tile.tsx';

type EmptyStateProps = { icon: ReactNode; title: string; text?: string; action?: ReactNode };

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-3 border border-line bg-surface px-5 py-18 text-center shadow-card">
      <IconTile icon={icon} />
      <h2 className="mt-4 text-section">{title}</h2>
      {text && <p className="mt-1 text-body text-pretty text-text-2">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
