import { type ApiKey, keyLimits } from '@ballast/contract/api-keys';
import type { UsageWindow } from '@ballast/contract/key-usage';
import { SearchX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import type { KeyAction } from '../key-modal.ts';
import type { Keys } from '../use-keys.ts';
import { KeyList } from './key-list.tsx';

type FoundKeysProps = {
  keys: Keys;
  usageWindow: UsageWindow;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

// It shows the keys that are loaded so far, a search field when there are many, and the way to the next page.
export function FoundKeys({ keys, ...shown }: FoundKeysProps) {
  const { pages = [], searched, nextPage } = keys;
  return (
    <>
      {keys.isSearchShown && <KeySearch {...keys} />}
      {keys.isNothingFound ? (
        <EmptyState
          icon={<SearchX aria-hidden="true" />}
          title="No keys match your search"
          text={`No key’s name contains “${searched}”.`}
          action={<Button onClick={() => keys.setSearch('')}>Clear search</Button>}
        />
      ) : (
        <KeyList pages={pages} areNewest={keys.areNewest} {...shown} />
      )}
      {nextPage.exists && (
        <LoadMore
          page={nextPage}
          failure={keys.failure}
          busyLabel="Loading API keys..."
          retryLabel="Try again"
        />
      )}
    </>
  );
}

function KeySearch({ search, setSearch, countText }: Keys) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 md:max-w-80">
        <SearchField label="Search by name" value={search} maxLength={keyLimits.name} onChange={setSearch} />
      </div>
      <p role="status" className="ml-auto text-small whitespace-nowrap text-text-3 tabular-nums">
        {countText}
      </p>
    </div>
  );
}
