import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

type Tone = 'neutral' | 'ok' | 'bad';

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong bg-subtle text-text',
  ok: 'border-accent-line bg-accent-soft text-accent',
  bad: 'border-danger-line bg-danger-soft text-danger',
};

export function IconTile({ tone = 'neutral', icon }: { tone?: Tone; icon: ReactNode }) {
  return (
    <div
      className={cx(
        'flex size-11 flex-none items-center justify-center rounded-3 border [&_.lucide]:stroke-[1.5] [&_svg]:size-5',
        tones[tone],
      )}
    >
      {icon}
    </div>
  );
}

type StatusTileProps = { tone?: Tone; icon: ReactNode; title: string; lede?: ReactNode };

// Opens a page that says how something went: the title is the page's h1.
export function StatusTile({ tone = 'neutral', icon, title, lede }: StatusTileProps) {
  return (
    <div>
      <IconTile tone={tone} icon={icon} />
      <h1 className="mt-5 text-display">{title}</h1>
      {lede && <p className="mt-1 text-body text-pretty text-text-2">{lede}</p>}
    </div>
  );
}
