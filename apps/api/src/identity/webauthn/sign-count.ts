// An authenticator counts its signatures, or always says 0. A count that does not go on means that there are two of a kind: one
// of them is a copy.
import { Failure } from '../../http/failure.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Visitor } from '../actor.ts';
import { mailSecurityNotice } from '../security-mail.ts';
import type { UserRow } from '../tables.ts';
import { consume } from '../throttles.ts';

// Whoever asks holds the account, so that of two uses at once the second is compared with the first.
export const goesOn = (stored: number, shown: number) => shown > stored || (shown === 0 && stored === 0);

// A thief who goes on trying must not fill the mailbox.
const mayMail = async ({ throttles }: Deps, ownerId: string) => {
  try {
    await consume(throttles.copiedKeyMail, ownerId);
    return true;
  } catch (refusal) {
    if (refusal instanceof Failure) return false;
    throw refusal;
  }
};

export const mailCopiedKey = async (deps: Deps, actor: Visitor, owner: UserRow, name: string) => {
  if (!(await mayMail(deps, owner.id))) return;
  await deps.db.transaction((tx) =>
    mailSecurityNotice(deps, tx, actor, owner, {
      template: 'security-news',
      news: 'authenticator-copied',
      name,
    }),
  );
};
