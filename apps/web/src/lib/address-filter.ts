// Filters of a list that are a part of its address, so that a reload, a bookmark and a link show the same rows.
import { useState } from 'react';

type Values = Record<string, string>;

type Options<Filter extends Values> = {
  path: string;
  usual: Filter;
  names: Record<keyof Filter, string>;
  // A value of another list is ignored. What may be any text has no list.
  allowed: Partial<Record<keyof Filter, readonly string[]>>;
};

const readAddress = <Filter extends Values>({ usual, names, allowed }: Options<Filter>) => {
  const query = new URLSearchParams(window.location.search);
  const entries = Object.keys(usual).map((key: keyof Filter) => {
    const value = query.get(names[key]);
    const isAllowed = value !== null && (allowed[key]?.includes(value) ?? true);
    return [key, isAllowed ? value : usual[key]];
  });
  return Object.fromEntries(entries) as Filter;
};

const writeAddress = <Filter extends Values>({ path, usual, names }: Options<Filter>, filter: Filter) => {
  const query = new URLSearchParams(window.location.search);
  for (const key of Object.keys(usual)) {
    if (filter[key] === usual[key]) query.delete(names[key] ?? key);
    else query.set(names[key] ?? key, filter[key] ?? '');
  }
  // The router hears of it.
  window.history.replaceState(window.history.state, '', `${path}${query.size ? `?${query}` : ''}`);
};

export const useAddressFilter = <Filter extends Values>(options: Options<Filter>) => {
  const [filter, setFilter] = useState(() => readAddress(options));
  const change = (next: Filter) => {
    setFilter(next);
    writeAddress(options, next);
  };
  return [filter, change] as const;
};
