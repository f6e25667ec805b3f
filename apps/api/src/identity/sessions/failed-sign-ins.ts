// A failed sign-in is in the owner's log, so that they see an attack. An attacker can neither fill the log nor learn whether there
// is an account.
import { sql } from 'drizzle-orm';
import { networkOf } from '../../runtime/network/address.ts';
import { insertActivities } from '../activity-log.ts';
import type { Visitor } from '../actor.ts';
import type { IdentityDeps } from '../deps.ts';
import { failedSignIns, failedSignInsOfNetwork } from '../throttling/limits.ts';
import { mayTell } from '../throttling/throttles.ts';
import { nameBrowser } from './user-agent.ts';

// An address without an account goes through the same steps.
const write = async (
  deps: Pick<IdentityDeps, 'db' | 'throttles'>,
  { client }: Visitor,
  email: string,
  at: Date,
) => {
  const { throttles } = deps;
  if (!(await mayTell(throttles.of(failedSignInsOfNetwork), `${email} ${networkOf(client.address)}`))) return;
  if (!(await mayTell(throttles.of(failedSignIns), email))) return;
  const description = `from ${client.address}, ${nameBrowser(client.userAgent)}`;
  await deps.db.execute(
    insertActivities('login_failed', sql`(select id from users where lower(email) = ${email}) as owner`, {
      address: sql`${client.address}::text`,
      at: sql`${at.toISOString()}::timestamptz`,
      description: sql`${description}::text`,
    }),
  );
};

// Written after the answer, which takes as long as for an unknown address.
export const noteFailedSignIn = (
  deps: Pick<IdentityDeps, 'db' | 'log' | 'now' | 'throttles'>,
  actor: Visitor,
  address: string,
) => {
  const at = deps.now();
  setImmediate(() => {
    write(deps, actor, address.toLowerCase(), at).catch((error) =>
      deps.log.warn({ err: error }, 'a failed sign-in is missing in the activity log'),
    );
  });
};
