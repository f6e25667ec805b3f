// Tells an owner what was done to their account. The mail says when it was done and from where, and has a link for an owner who
// did not do it (features/auth/this-was-not-me/this-was-not-me.ts). No limit holds it back: whoever uses up a limit would silence it.

import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import type { Db } from '../db/connections/open.ts';
import { type EmailJob, type Notice, sendEmailQueue } from '../email/email.ts';
import { secondsAfter } from '../runtime/times.ts';
import type { Actor, Visitor } from './actor.ts';
import type { IdentityDeps } from './deps.ts';
import { securityNotices, type Undo } from './mailed/tables.ts';
import type { Owner } from './owner.ts';

import { nameBrowser } from './sessions/user-agent.ts';
import { displayName } from './users.ts';

type Told<Job> = Job extends EmailJob ? Omit<Job, 'to' | 'fullName' | 'notice'> : never;
type SecurityMail = Told<
  Extract<
    EmailJob,
    {
      template:
        | 'password-changed'
        | 'password-removed'
        | 'production-key-created'
        | 'cli-authorized'
        | 'cli-token-created'
        | 'provider-connected'
        | 'provider-disconnected'
        | 'email-change-requested'
        | 'email-changed'
        | 'account-leaving'
        | 'security-news';
    }
  >
>;

const browserOf = (actor: Visitor | Actor) => {
  if ('kind' in actor && actor.kind === 'cli') return 'the command line';
  return nameBrowser(actor.client.userAgent);
};

const keepNotice = async (
  deps: Pick<IdentityDeps, 'now'>,
  tx: Db,
  actor: Visitor | Actor,
  owner: Owner,
  undo: Undo | null,
): Promise<Notice> => {
  const now = deps.now();
  const [row] = await tx
    .insert(securityNotices)
    .values({
      userId: owner.id,
      email: owner.email,
      undo,
      expiresAt: secondsAfter(now, notMeLinkDays * 24 * 3600),
    })
    .returning({ id: securityNotices.id });
  if (!row) throw new Error('insert returned no notice');
  return {
    noticeId: row.id,
    at: now.toISOString(),
    address: actor.client.address,
    browser: browserOf(actor),
  };
};

// The owner is given as they were before the change, because the mail goes to the address that they had then. An address that
// nobody has proven gets no mail: its reader may have nothing to do with the account, and a stranger could fill the mailbox.
export const mailSecurityNotice = async (
  deps: Pick<IdentityDeps, 'jobs' | 'now'>,
  tx: Db,
  actor: Visitor | Actor,
  owner: Owner,
  mail: SecurityMail,
  undo: Undo | null = null,
) => {
  if (!owner.emailVerifiedAt) return;
  await deps.jobs.enqueue(tx, sendEmailQueue, {
    ...mail,
    to: owner.email,
    fullName: displayName(owner),
    notice: await keepNotice(deps, tx, actor, owner, undo),
  });
};
