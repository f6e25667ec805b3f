// Reads from the portal's log what ended or changed since a backup.
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
  'password_changed',
  'email_changed',
  'oauth_disconnected',
  'passkey_removed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_codes_created',
  'recovery_code_used',
  'account_secured',
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

const idsWhere = (states: Map<string, boolean>) =>
  [...states].flatMap(([account, isClosed]) => (isClosed ? [account] : []));

// The last event decides: an owner may have kept an account, or an operator restored it. Logs of several processes may follow one
// another in the file, so they are sorted by time. An unsure event closes an account, but opens none.
const summarize = (events: Ending[]) => {
  const keys = new Set<string>();
  const leaving = new Map<string, boolean>();
  const suspended = new Map<string, boolean>();
  const erased = new Set<string>();
  const changed = new Set<string>();
  const note = (states: Map<string, boolean>, account: string, isClosed: boolean, unsure = false) => {
    if (isClosed || !unsure) states.set(account, isClosed);
  };
  for (const found of events.toSorted((a, b) => a.time - b.time)) {
    if ('key' in found) keys.add(found.key);
    else if ('action' in found)
      note(suspended, found.target.slice('user '.length), found.action === 'users suspend', found.unsure);
    else {
      const { event, account, unsure } = found;
      // Nobody can bring back an erased account, so one that may be erased is only closed.
      const isGone = event === 'account_deleted';
      if (isGone && !unsure) erased.add(account);
      if (isAccountEvent(event))
        note(leaving, account, isGone || event === 'account_deletion_requested', unsure);
      if (isSignInEvent(event)) changed.add(account);
    }
  }
  const isThere = (account: string) => !erased.has(account);
  return {
    keys: [...keys],
    erased: [...erased],
    closed: [...new Set([...idsWhere(suspended), ...idsWhere(leaving)])].filter(isThere),
    changed: [...changed].filter(isThere),
  };
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
  const events: Ending[] = [];
  const lines = { portal: 0, since: 0, others: 0 };
  let newest = 0;
  const take = (line: PortalLine) => {
    lines.portal += 1;
    newest = Math.max(newest, line.time);
    if (line.time < since.getTime()) return;
    lines.since += 1;
    const found = z.safeParse(ending, line).data;
    if (found) events.push(found);
  };
  lines.others = (await readPortalLog(file, take)).others;
  if (!lines.portal) throw noLine(file);
  if (!lines.since) throw tooOld(file, since, newest);
  return { lines, ...summarize(events) };
};
