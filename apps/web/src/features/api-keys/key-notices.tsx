// What the owner of a key should know before it stops working. Most keys have nothing of it.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { type AddressUse, otherAddresses, shownAddresses } from '@ballast/contract/keys/key-addresses';
import { restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ComponentProps, Fragment } from 'react';
import { formatDate, formatDateTime, timeUntil } from '../../lib/dates.ts';
import { formatCount, formatNumber } from '../../lib/numbers.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Ago } from '../../ui/text/ago.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { linkClass, TextButton } from '../../ui/text/link.tsx';
import { endGraceId } from './focus.ts';

const soonMs = restrictionLimits.expiringDays * 24 * 3600 * 1000;

export function KeyBadges({ apiKey }: { apiKey: ApiKey }) {
  const { leakedAt, expiresAt, status } = apiKey;
  return (
    <>
      {leakedAt && (
        <DatedBadge moment={leakedAt} variant="bad">
          Leaked
        </DatedBadge>
      )}
      {expiresAt && <Expiry expiresAt={expiresAt} expired={status === 'EXPIRED'} />}
    </>
  );
}

const isSoon = (expiresAt: string) => Date.parse(expiresAt) - Date.now() <= soonMs;

// It leaked, is expired, or expires soon.
export const needsAttention = ({ leakedAt, expiresAt, status }: ApiKey) =>
  leakedAt !== null || status === 'EXPIRED' || (expiresAt !== null && isSoon(expiresAt));

function Expiry({ expiresAt, expired }: { expiresAt: string; expired: boolean }) {
  useMinute();
  const over = expired || Date.parse(expiresAt) <= Date.now();
  if (!over && !isSoon(expiresAt)) return null;
  return (
    <DatedBadge moment={expiresAt} variant={over ? 'bad' : 'neutral'}>
      {over ? 'Expired' : `Expires ${timeUntil(expiresAt)}`}
    </DatedBadge>
  );
}

function DatedBadge({ moment, ...badge }: ComponentProps<typeof Badge> & { moment: string }) {
  return (
    <span title={formatDateTime(moment)} className="ml-1 flex">
      <Badge {...badge} />
    </span>
  );
}

// What the key is restricted to, in one line that leads to the form.
export function RestrictionsLine({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, expiresAt, scopes, allowedNetworks, status } = apiKey;
  const facts = [
    expiresAt && status !== 'EXPIRED' && `Expires ${formatDate(expiresAt)}`,
    scopes && formatCount(scopes.length, 'scope', 'scopes'),
    allowedNetworks && formatCount(allowedNetworks.length, 'network', 'networks'),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className="mt-2 text-small text-text-3">
      <Link
        to="/dashboard/keys/$keyId"
        params={{ keyId: id }}
        search={{ section: 'restrictions' } as object}
        className={linkClass('quiet')}
      >
        {facts.join(' · ')}
        <span className="sr-only">: restrictions of {name}</span>
      </Link>
    </p>
  );
}

export function ExpiredBanner({ status, expiresAt }: ApiKey) {
  if (status !== 'EXPIRED') return null;
  return (
    <Banner variant="bad">
      This key expired on {formatDateTime(expiresAt)}. Requests with it fail. Set a later date under
      Restrictions to reactivate it.
    </Banner>
  );
}

// Somebody found the key in public. It stays until the value that was found passes no more.
export function LeakBanner({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const { leakedAt, previous } = apiKey;
  if (!leakedAt) return null;
  const found = `was found in public on ${formatDate(leakedAt)}.`;
  if (previous)
    return (
      <Banner variant="bad">
        The old key {found} It works until {formatDateTime(previous.endsAt)}. Switch to the new key, then
        revoke the old one.
      </Banner>
    );
  return (
    <Banner variant="bad" action={{ label: 'Rotate', onClick: onRotate }}>
      This key {found} Anyone who has it can use it. Rotate it, and remove it from where it was found.
    </Banner>
  );
}

// After a rotation with a grace period: until when the old value passes, and who still uses it.
export function PreviousValue({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const { id, name, previous } = apiKey;
  if (!previous) return null;
  const { endsAt, lastUsedAt, requests24h, addresses } = previous;
  return (
    <div className="mt-2.5 flex items-start gap-2 text-small text-text-2">
      <History className="mt-0.5 size-3.5 flex-none stroke-[1.9] text-text-3" />
      <p className="min-w-0 text-pretty tabular-nums">
        The old key works until <span className="text-text">{formatDateTime(endsAt)}</span>.{' '}
        {lastUsedAt ? (
          <>
            {formatCount(requests24h, 'request', 'requests')} in 24 h, last{' '}
            <Ago moment={lastUsedAt} inSentence />. <CameFrom addresses={addresses} />
          </>
        ) : (
          'Not used since rotation.'
        )}{' '}
        <TextButton id={endGraceId(id)} aria-label={`Revoke now: old key of ${name}`} onClick={onEnd}>
          {' '}
          Revoke now{' '}
        </TextButton>
      </p>
    </div>
  );
}

const mostNamed = 2;

function CameFrom({ addresses }: { addresses: AddressUse[] }) {
  if (!addresses.length) return null;
  const more = Math.max(0, addresses.length - mostNamed);
  return (
    <>
      From{' '}
      {addresses.slice(0, mostNamed).map(({ address, requests }, index) => (
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
      {more > 0 && ` and ${addresses.length < shownAddresses ? `${more} more` : 'more'}`}.
    </>
  );
}
