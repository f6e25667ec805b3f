// Tells an owner what was done to their account. The mail says when it was done and from where, and has a link for an owner who
// did not do it (features/auth/this-was-not-me.ts). It has no limit, because somebody could use the limit up to silence it.
import { notMeLinkDays } from '@ballast/contract/auth/this-was-not-me';
import type { Db } from '../db/connections/open.ts';
import { enqueueMail, type MailKind, type Notice } from '../email/mail-kinds.ts';
import { secondsAfter } from '../runtime/times.ts';
import type { Actor, Owner, Visitor } from './actor.ts';
import type { IdentityDeps, MailingDeps } from './deps.ts';
import { securityNotices, type Undo } from './mailed/tables.ts';
import { nameBrowser } from './sessions/user-agent.ts';
import { displayName } from './users.ts';

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

export const mailOwner = <Data extends object>(
  deps: Pick<IdentityDeps, 'jobs'>,
  tx: Db,
  owner: Owner,
  kind: MailKind<Data>,
  data: Data,
) => enqueueMail(deps, tx, kind, { to: owner.email, fullName: displayName(owner) }, data);

// The owner is the row before the change, because the mail goes to the address that they had then. An unverified address gets no
// mail: its reader may have nothing to do with the account, and a stranger could fill the mailbox.
export const mailSecurityNotice = async <Data extends object>(
  deps: MailingDeps,
  tx: Db,
  actor: Visitor | Actor,
  owner: Owner,
  kind: MailKind<Data>,
  data: Data,
  undo: Undo | null = null,
) => {
  if (!owner.emailVerifiedAt) return;
  const notice = await keepNotice(deps, tx, actor, owner, undo);
  await enqueueMail(deps, tx, kind, { to: owner.email, fullName: displayName(owner), notice }, data);
};
