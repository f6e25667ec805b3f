import type { TabProps } from '../../domain/tab-props.ts';
import { useAddressFilter } from '../../lib/address-filter.ts';
import { Chips } from '../../ui/actions/chips.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PluginCard } from './plugin-card.tsx';
import { pluginCategories, plugins } from './plugins.ts';

const options = ['All' as const, ...pluginCategories].map((name) => ({ value: name, label: name }));

type Filter = { category: (typeof options)[number]['value'] };

const addressFilter = {
  path: '/dashboard/marketplace',
  usual: { category: 'All' } as Filter,
  names: { category: 'category' },
  allowed: { category: options.map(({ value }) => value) },
};

export function MarketplaceTab({ header }: TabProps) {
  const [{ category }, setFilter] = useAddressFilter<Filter>(addressFilter);
  const shown = plugins.filter((plugin) => category === 'All' || plugin.category === category);
  return (
    <>
      <PageHeader {...header} />
      <Chips
        label="Category"
        options={options}
        value={category}
        onChange={(chosen) => setFilter({ category: chosen })}
      />
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
      <p className="mt-4 text-small text-text-3">
        Sample listings. Names, ratings and installs are examples.
      </p>
    </>
  );
}
