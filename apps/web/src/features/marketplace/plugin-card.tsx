import { Download, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { Plugin } from './plugins.ts';

export function PluginCard({ plugin }: { plugin: Plugin }) {
  const { name, description, category, developer, rating, installs, price, icon: Icon } = plugin;
  return (
    <Card className="flex h-full flex-col p-4.5">
      <div className="flex items-center gap-3">
        <span className="flex size-9 flex-none items-center justify-center rounded-2 border border-line-strong bg-subtle text-text">
          <Icon className="size-[18px] stroke-[1.5]" />
        </span>
        <div className="min-w-0">
          <h2 className="text-body font-medium">{name}</h2>
          <p className="text-caption text-text-3">
            {developer} · {category}
          </p>
        </div>
      </div>
      <p className="mt-3 mb-5 text-small text-pretty text-text-2">{description}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <ul className="flex items-center gap-x-3 text-caption text-text-3 tabular-nums">
          <Fact label="Rating" icon={<Star />}>
            {rating.toFixed(1)}
          </Fact>
          <Fact label="Installs" icon={<Download />}>
            {formatNumber(installs)}
          </Fact>
          <Fact label="Price">{price}</Fact>
        </ul>
        <Button size="small" disabled>
          Coming Soon
        </Button>
      </div>
    </Card>
  );
}

function Fact({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 [&_.lucide]:size-3.5">
      {icon}
      <span className="sr-only">{label}:</span>
      {children}
    </li>
  );
}
