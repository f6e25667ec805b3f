// A suspended account lets nobody in, and its keys stop. Its sessions and tokens stay until it is restored, so that their holders
// learn why they are refused.
import { suspendedMessage } from '@ballast/contract/auth/auth';
import { Failure } from '../runtime/failure.ts';
import type { Owner } from './actor.ts';
import type { IdentityDeps } from './deps.ts';

// The caller has proven that the account is theirs.
export const accountSuspended = ({ config }: Pick<IdentityDeps, 'config'>, accountId?: string) => {
  const message = suspendedMessage(config.supportEmail);
  return new Failure('account_suspended', { message, fields: { email: message }, accountId });
};

export const refuseSuspended = (deps: Pick<IdentityDeps, 'config'>, owner: Owner) => {
  if (owner.suspendedAt) throw accountSuspended(deps, owner.id);
};

export const sessionSuspended = ({ config }: Pick<IdentityDeps, 'config'>) =>
  new Failure('unauthorized', {
    message: suspendedMessage(config.supportEmail),
    body: { details: { reason: 'account_suspended' } },
  });
