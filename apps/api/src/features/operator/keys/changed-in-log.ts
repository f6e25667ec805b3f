// What the portal's log says has ended or changed since a backup. The backup has it as it was before.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';

const time = z.number();
const keyEvent = z.object({
  event: z.enum(['key_deleted', 'key_rotated', 'key_leaked', 'key_restricted']),
  key: z.string(),
  time,
});
const accountEvents = [
  'account_deletion_requested',
  'account_kept',
  'account_secured',
  'account_deleted',
] as const;
// A way in or a guard of the account as it was before may be in the wrong hands.
const signInEvents = [
  ...(['password_changed', 'email_changed', 'oauth_disconnected', 'passkey_removed'] as const),
  ...(['second_factor_added', 'second_factor_removed', 'recovery_codes_created', 'account_secured'] as const),
] as const;
const accountEvent = z.object({
  event: z.enum([...accountEvents, ...signInEvents]),
  account: z.string(),
  time,
});
const operatorEntry = z.object({
  action: z.enum(['users suspend', 'users restore']),
  target: z.string().check(z.startsWith('user ')),
  time,
});
const line = z.union([keyEvent, accountEvent, operatorEntry]);

const readLine = (text: string) => {
  try {
    return z.safeParse(line, JSON.parse(text)).data;
  } catch {
    // A collector may have added lines of its own.
    return undefined;
  }
};

type Line = NonNullable<ReturnType<typeof readLine>>;

const isSignInEvent = (event: string) => signInEvents.some((each) => each === event);

const openRecord = () => {
  const keys = new Set<string>();
  // What became of an account last: an owner may have kept it, or an operator restored it.
  const leaving = new Map<string, boolean>();
  const suspended = new Map<string, boolean>();
  const erased = new Set<string>();
  const changed = new Set<string>();
  const note = (found: Line) => {
    if ('key' in found) keys.add(found.key);
    else if ('action' in found)
      suspended.set(found.target.slice('user '.length), found.action === 'users suspend');
    else {
      const { event, account } = found;
      if (event === 'account_deleted') erased.add(account);
      if (accountEvents.some((each) => each === event))
        leaving.set(account, event === 'account_deletion_requested');
      if (isSignInEvent(event)) changed.add(account);
    }
  };
  const those = (states: Map<string, boolean>) =>
    [...states].flatMap(([id, holds]) => (holds && !erased.has(id) ? [id] : []));
  const read = () => ({
    keys: [...keys],
    erased: [...erased],
    leaving: those(leaving),
    suspended: those(suspended),
    changed: [...changed].filter((id) => !erased.has(id)),
  });
  return { note, read };
};

export const changedSince = async (file: string, since: Date) => {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const record = openRecord();
  for await (const text of lines) {
    const found = readLine(text);
    if (found && found.time >= since.getTime()) record.note(found);
  }
  return record.read();
};
