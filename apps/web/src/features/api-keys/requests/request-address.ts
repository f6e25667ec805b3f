// The filters, the view and the open request, as the address has them. Other parts of the address stay.
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type Filters, filterNames, noFilters, readFilters } from './request-filters.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The request was opened from the list, to which the back button returns.
    opensRequest?: boolean;
  }
}

export type View = 'list' | 'groups';

const openedName = 'request';
const viewName = 'view';

// On the page of a key all requests are of that key.
export const useRequestAddress = (ownKey: string | null) => {
  const { searchStr, pathname, state } = useLocation();
  const navigate = useNavigate();
  const { history } = useRouter();
  const parameters = new URLSearchParams(searchStr);

  const go = (next: Record<string, string>, opens = false) => {
    const search = new URLSearchParams(searchStr);
    for (const [name, value] of Object.entries(next)) {
      if (value) search.set(name, value);
      else search.delete(name);
    }
    navigate({
      to: pathname,
      search: Object.fromEntries(search) as object,
      state: (before) => (opens ? { ...before, opensRequest: true } : before),
      replace: !opens,
      resetScroll: false,
    });
  };

  const filters = readFilters(searchStr);
  const section = parameters.get('section');
  return {
    // What comes before the id of a request in its own address.
    linkBase: `${pathname}?${section ? `section=${section}&` : ''}${openedName}=`,
    filters: ownKey ? { ...filters, key: '' } : filters,
    view: (parameters.get(viewName) === 'groups' ? 'groups' : 'list') as View,
    opened: parameters.get(openedName),
    filterBy: (change: Partial<Filters>) => go(change),
    clearFilters: () => go(noFilters),
    // Only these filters, in the list.
    showOnly: (filters: Partial<Filters>) =>
      go({ ...noFilters, ...filters, [viewName]: '', [openedName]: '' }),
    showView: (view: View) => go({ [viewName]: view === 'groups' ? view : '' }),
    open: (id: string) => go({ [openedName]: id }, parameters.get(openedName) === null),
    close: () => (state.opensRequest ? history.back() : go({ [openedName]: '' })),
  };
};

export type RequestAddress = ReturnType<typeof useRequestAddress>;

export const activeFilters = (filters: Filters) => filterNames.filter((name) => filters[name] !== '');
