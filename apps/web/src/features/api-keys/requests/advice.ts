// What was missing, and the one thing to do. The key may have been changed since the request.
import { type ApiKey, keyLimits } from '@ballast/contract/keys/api-keys';
import { restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import type { RequestRow } from '@ballast/contract/requests/requests';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';

type Step =
  | 'request-limit'
  | 'show-request'
  | 'allow-address'
  | 'restrictions'
  | 'copy-key'
  | 'support'
  | 'keys';

export type Advice = { text: string; step?: Step; label?: string };

type Blocked = Pick<RequestRow, 'at' | 'address' | 'scope'>;

// How long the key was over its limit, as far as it is known.
export type Over = { seconds: number; atLeast: boolean };

const forSeconds = (over: Over | null) =>
  over ? ` for ${over.atLeast ? 'at least ' : ''}${over.seconds} s` : '';

const overLimit = ({ at }: Blocked, { rateLimit, latestRequest }: ApiKey, over: Over | null): Advice => {
  const since = latestRequest?.status === 'APPROVED' ? latestRequest.decidedAt : null;
  if (since && since > at)
    return {
      text: `Over the rate limit${forSeconds(over)}. It’s ${rateLimit} req/s since ${formatDateTime(since)}.`,
    };
  const text = `Over ${rateLimit} req/s${forSeconds(over)}.`;
  if (latestRequest?.status === 'PENDING')
    return {
      text: `${text} Your request for ${latestRequest.requestedLimit} req/s is under review.`,
      step: 'show-request',
      label: 'View Request',
    };
  if (rateLimit >= keyLimits.maxRateLimit) return { text, step: 'support', label: 'Contact Support' };
  return { text, step: 'request-limit', label: 'Request an Increase' };
};

// The portal writes a network with its prefix.
const isAllowed = (address: string, networks: string[]) =>
  networks.includes(`${address}/${address.includes(':') ? 128 : 32}`);

const otherAddress = ({ address }: Blocked, { allowedNetworks }: ApiKey): Advice => {
  if (!allowedNetworks) return { text: 'This key can be used from any address now. Try again.' };
  if (isAllowed(address, allowedNetworks))
    return { text: `${address} is in the allowed networks of this key now. Try again.` };
  const text = `${address || 'This address'} isn’t in the allowed networks of this key.`;
  if (!address || allowedNetworks.length >= restrictionLimits.networks)
    return { text, step: 'restrictions', label: 'Edit Allowed Networks' };
  return { text, step: 'allow-address', label: `Add ${address} to the Allowed Networks` };
};

const list = (words: string[]) => words.join(', ').replace(/, ([^,]*)$/, ' and $1');

const missingScope = ({ scope }: Blocked, { scopes }: ApiKey): Advice => {
  const needed = scope?.split(' ') ?? [];
  const missing = needed.filter((each) => scopes && !scopes.includes(each));
  if (!scopes || (needed.length > 0 && !missing.length))
    return { text: `This key has ${list(needed) || 'every scope'} now. Try again.` };
  const what = list(missing) || 'the scope that this request needs';
  return { text: `This key lacks ${what}.`, step: 'restrictions', label: 'Edit Scopes' };
};

const expired = (_: Blocked, { status, expiresAt }: ApiKey): Advice =>
  status === 'ACTIVE'
    ? { text: 'This key had expired. It works again. Try again.' }
    : {
        text: `This key expired on ${formatDate(expiresAt)}.`,
        step: 'restrictions',
        label: 'Set a Later Date',
      };

// Null is a key that was deleted since.
export const adviceFor = (
  row: Blocked & Pick<RequestRow, 'reason'>,
  apiKey: ApiKey | null,
  over: Over | null,
) => {
  const { reason } = row;
  if (reason === null) return null;
  if (reason === 'account_suspended')
    return {
      text: 'Your account was suspended.',
      step: 'support',
      label: 'Contact Support',
    } satisfies Advice;
  if (!apiKey)
    return { text: 'This key was deleted.', step: 'keys', label: 'Go to API Keys' } satisfies Advice;
  switch (reason) {
    case 'rate_limited':
      return overLimit(row, apiKey, over);
    case 'address_not_allowed':
      return otherAddress(row, apiKey);
    case 'scope_missing':
      return missingScope(row, apiKey);
    case 'key_expired':
      return expired(row, apiKey);
    case 'key_revoked':
      return {
        text: 'This was the old key, which a rotation replaced.',
        step: 'copy-key',
        label: 'Copy New Key',
      } satisfies Advice;
  }
};

const second = (at: string) => Math.floor(Date.parse(at) / 1000);

// The seconds without a pause around this one. A full page may have left some out.
export const overAround = (at: string, rows: Pick<RequestRow, 'at'>[], isFull: boolean): Over => {
  const seconds = new Set(rows.map((row) => second(row.at)));
  let first = second(at);
  let last = first;
  while (seconds.has(first - 1)) first -= 1;
  while (seconds.has(last + 1)) last += 1;
  const oldest = Math.min(...seconds);
  return { seconds: last - first + 1, atLeast: isFull && first <= oldest };
};
