// What an owner reads about a leaked value. The value itself is never written.
import { cleanLine } from '@ballast/contract/characters';
import type { Db } from '../../../db/connections/open.ts';
import type { Deps } from '../../../http/deps.ts';
import type { Owner } from '../../../identity/actor.ts';
import { mailOwner } from '../../../identity/security-mail.ts';
import { holdsKey } from '../../../key-check/key-secret.ts';
import type { ApiKeyRow } from '../../../key-check/tables.ts';
import { keyLeaked } from './mails.ts';

export type LeakPlace = { url: string | null; source: string | null };
export type LeakResult =
  | { done: 'notify' | 'revoke' | 'stop' }
  | { done: 'rotate' | 'shorten'; endsAt: Date };

const longestUrl = 300;
const longestSource = 60;

// Without the parts that may hold a secret, such as the value itself.
const cleanUrl = (text: string) => {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const shown = cleanLine(`${url.origin}${url.pathname}`, longestUrl);
  return holdsKey(shown) ? null : shown;
};

export const placeOf = ({ url, source }: { url: string; source: string }): LeakPlace => ({
  url: cleanUrl(url),
  source: /^[\w -]+$/.test(source) && !holdsKey(source) ? source.slice(0, longestSource) : null,
});

const wordsOf: Record<LeakResult['done'], string> = {
  notify: 'found in public',
  rotate: 'found in public and rotated, the old value passes for 24 hours',
  revoke: 'found in public and revoked',
  shorten: 'its old value was found in public',
  stop: 'its old value was found in public and stopped',
};

export const describeLeak = (name: string, { url }: LeakPlace, { done }: LeakResult) =>
  `${name}, ${wordsOf[done]}${url ? `: ${url}` : ''}`;

// Nobody did anything in the account, so the mail has no link for "This wasn't me".
export const mailLeak = (
  deps: Deps,
  tx: Db,
  owner: Owner,
  { name, environment }: ApiKeyRow,
  place: LeakPlace,
  result: LeakResult,
) =>
  mailOwner(deps, tx, owner, keyLeaked, {
    keyName: name,
    environment,
    ...place,
    done: result.done,
    ...('endsAt' in result ? { endsAt: result.endsAt.toISOString() } : {}),
  });
