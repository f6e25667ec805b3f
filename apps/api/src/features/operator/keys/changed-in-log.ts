// What the portal's log says has ended or changed since a backup. The backup has it as it was before.
import * as z from 'zod/mini';
import { OperatorProblem } from '../command-line/problems.ts';
import { type PortalLine, readPortalLog } from './read-portal-log.ts';

// The portal writes whole ids. The beginning of one would do for an operator's command, and could mean somebody else.
const id = z.guid();
// It may have happened: nobody knows what became of its transaction (db/after-commit.ts).
const always = { time: z.number(), unsure: z.optional(z.boolean()) };
const keyEvent = z.object({
  event: z.enum(['key_deleted', 'key_rotated', 'key_leaked', 'key_restricted']),
  key: id,
  ...always,
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
  ...([
    'second_factor_added',
    'second_factor_removed',
    'recovery_codes_created',
    'recovery_code_used',
    'account_secured',
  ] as const),
] as const;
const accountEvent = z.object({
  event: z.enum([...accountEvents, ...signInEvents]),
  account: id,
  ...always,
});
const operatorEntry = z.object({
  action: z.enum(['users suspend', 'users restore']),
  target: z.templateLiteral(['user ', id]),
  ...always,
});
const ending = z.union([keyEvent, accountEvent, operatorEntry]);
type Ending = z.infer<typeof ending>;

const isSignInEvent = (event: string) => signInEvents.some((each) => each === event);
const isAccountEvent = (event: string) => accountEvents.some((each) => each === event);

// What became of an account last: an owner may have kept it, or an operator restored it. The logs of several processes may follow one
// another in the file, so the times count. What may have happened closes an account, but opens none.
const openStates = () => {
  const states = new Map<string, { time: number; holds: boolean }>();
  const note = (account: string, holds: boolean, { time, unsure }: Ending) => {
    if (unsure && !holds) return;
    const known = states.get(account);
    if (!known || known.time <= time) states.set(account, { time, holds });
  };
  const those = () => [...states].flatMap(([account, { holds }]) => (holds ? [account] : []));
  return { note, those };
};

const openRecord = () => {
  const keys = new Set<string>();
  const leaving = openStates();
  const suspended = openStates();
  const erased = new Set<string>();
  const changed = new Set<string>();
  const note = (found: Ending) => {
    if ('key' in found) {
      keys.add(found.key);
      return;
    }
    if ('action' in found) {
      suspended.note(found.target.slice('user '.length), found.action === 'users suspend', found);
      return;
    }
    const { event, account, unsure } = found;
    // Nobody can bring back what was erased, so an account that may be gone is only closed.
    const isGone = event === 'account_deleted';
    if (isGone && !unsure) erased.add(account);
    if (isAccountEvent(event)) leaving.note(account, isGone || event === 'account_deletion_requested', found);
    if (isSignInEvent(event)) changed.add(account);
  };
  const isThere = (account: string) => !erased.has(account);
  const read = () => ({
    keys: [...keys],
    erased: [...erased],
    closed: [...new Set([...suspended.those(), ...leaving.those()])].filter(isThere),
    changed: [...changed].filter(isThere),
  });
  return { note, read };
};

const nothingEnded = 'Nothing was ended.';
const noLine = (file: string) =>
  new OperatorProblem(
    `${file} has no line of the portal’s log that can be read: it must be text, one JSON object in each line. ${nothingEnded}`,
  );
const tooOld = (file: string, since: Date, newest: number) =>
  new OperatorProblem(
    `${file} has no line since ${since.toISOString()}: its newest is of ${new Date(newest).toISOString()}. ${nothingEnded}`,
  );

export const changedSince = async (file: string, since: Date) => {
  const record = openRecord();
  const lines = { portal: 0, since: 0, others: 0 };
  let newest = 0;
  const take = (line: PortalLine) => {
    lines.portal += 1;
    newest = Math.max(newest, line.time);
    if (line.time < since.getTime()) return;
    lines.since += 1;
    const found = z.safeParse(ending, line).data;
    if (found) record.note(found);
  };
  lines.others = (await readPortalLog(file, take)).others;
  if (!lines.portal) throw noLine(file);
  if (!lines.since) throw tooOld(file, since, newest);
  return { lines, ...record.read() };
};
