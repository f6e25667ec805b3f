import { type AddressUse, otherAddresses, shownAddresses } from '@ballast/contract/keys/key-addresses';
import { Fragment } from 'react';
import { formatNumber } from '../../lib/numbers.ts';

const named = 2;

const othersOf = (more: number, all: number) => (all < shownAddresses ? `${more} more` : 'more');

// Who sent some requests, in one sentence: the busiest addresses by name, the others by their number.
export function CameFrom({ addresses }: { addresses: AddressUse[] }) {
  if (!addresses.length) return null;
  const more = Math.max(0, addresses.length - named);
  return (
    <>
      From{' '}
      {addresses.slice(0, named).map(({ address, requests }, index) => (
        <Fragment key={address}>
          {index > 0 && (more ? ', ' : ' and ')}
          {address === otherAddresses ? (
            'other addresses'
          ) : (
            <span className="font-mono text-mono wrap-anywhere text-text">{address}</span>
          )}
          {addresses.length > 1 && ` (${formatNumber(requests)})`}
        </Fragment>
      ))}
      {more > 0 && ` and ${othersOf(more, addresses.length)}`}.
    </>
  );
}
