// A suspended account lets nobody in: no way to sign in opens it, and what was signed in before is refused at every call. Its
// keys stop as well (key-check/lookup/read-key.ts). Sessions and tokens stay until the account is restored, so that whoever holds one
// is told why it is refused, and go then.

import { suspendedMessage } from '@ballast/contract/auth/suspension';
import { Failure } from '../runtime/failure.ts';
import type { IdentityDeps } from './deps.ts';
import type { Owner } from './owner.ts';

// Whoever gets to see this has shown that the account is theirs.
export const accountSuspended = ({ config }: Pick<IdentityDeps, 'config'>, accountId?: string) => {
  const message = suspendedMessage(config.supportEmail);
  return new Failure('account_suspended', { message, fields: { email: message }, accountId });
};

export const refuseSuspended = (deps: Pick<IdentityDeps, 'config'>, owner: Owner) => {
  if (owner.suspendedAt) throw accountSuspended(deps, owner.id);
};

// A session or a token that was good before is no longer one; its holder learns why.
export const sessionSuspended = ({ config }: Pick<IdentityDeps, 'config'>) =>
  new Failure('unauthorized', {
    message: suspendedMessage(config.supportEmail),
    body: { details: { reason: 'account_suspended' } },
  });
