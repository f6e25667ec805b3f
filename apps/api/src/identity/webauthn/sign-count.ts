// An authenticator counts its signatures, or always reports 0. A count that does not rise means that one of two is a copy.
import type { Db } from '../../db/connections/open.ts';
import type { Owner, Visitor } from '../actor.ts';
import type { IdentityDeps, MailingDeps } from '../deps.ts';
import { accountMails } from '../mails.ts';
import { mailSecurityNotice } from '../security-mail.ts';
import { copiedKeyMail } from '../throttling/limits.ts';
import { mayTell } from '../throttling/throttles.ts';

// The caller holds the account, so that the second of two uses is compared with the first.
export const goesOn = (stored: number, shown: number) => shown > stored || (shown === 0 && stored === 0);

export const tellCopied = (
  deps: MailingDeps,
  tx: Db,
  actor: Visitor,
  owner: Owner,
  { name }: { name: string },
) => mailSecurityNotice(deps, tx, actor, owner, accountMails.authenticatorCopied, { name });

export const tellCopiedOnce = async (
  deps: Pick<IdentityDeps, 'db' | 'jobs' | 'now' | 'throttles'>,
  actor: Visitor,
  owner: Owner,
  key: { name: string },
) => {
  if (!(await mayTell(deps.throttles.of(copiedKeyMail), owner.id))) return;
  await deps.db.transaction((tx) => tellCopied(deps, tx, actor, owner, key));
};
