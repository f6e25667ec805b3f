import { useState } from 'react';
import type { TabProps } from '../../domain/tab-props.ts';
import { Chips } from '../../ui/actions/chips.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PluginCard } from './plugin-card.tsx';
import { pluginCategories, plugins } from './plugins.ts';

const options = ['All' as const, ...pluginCategories].map((name) => ({ value: name, label: name }));

export function MarketplaceTab({ header }: TabProps) {
  const [category, setCategory] = useState<(typeof options)[number]['value']>('All');
  const shown = plugins.filter((plugin) => category === 'All' || plugin.category === category);
  return (
    <>
      <PageHeader {...header} />
      <Chips label="Category" options={options} value={category} onChange={setCategory} />
      <p aria-live="polite" className="sr-only">
        {shown.length === 1 ? '1 plugin' : `${shown.length} plugins`}
      </p>
      <ul className="mt-4 grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {shown.map((plugin) => (
          <li key={plugin.name}>
            <PluginCard plugin={plugin} />
          </li>
        ))}
      </ul>
    </>
  );
}
