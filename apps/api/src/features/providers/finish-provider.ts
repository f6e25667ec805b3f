import type * as contract from '@ballast/contract/auth/provider-calls';
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import type { Answer } from '@ballast/contract/http/endpoint';
import { isUniqueViolation } from '../../db/error-codes.ts';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Visitor } from '../../identity/actor.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { signInOwesSecondFactor } from '../../identity/proofs/proofs.ts';
import { mailSecurityNotice } from '../../identity/security-mail.ts';
import { rememberDevice } from '../../identity/sessions/known-devices.ts';
import { isNewBrowser, tellOfNewBrowser } from '../../identity/sessions/new-browser.ts';
import { beginSession } from '../../identity/sessions/sessions.ts';
import { consumeToken } from '../../identity/throttling/throttles.ts';
import { toUser, toUserBeforeFactor } from '../../identity/users.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { Failure } from '../../runtime/failure.ts';
import type { Providers } from './drivers/open-providers.ts';
import { providerConnected } from './mails.ts';
import { settle } from './settle.ts';
import { closeState, spendState } from './spend-state.ts';
import { callbackUrl, findDriver } from './start-provider.ts';

const mostTries = 3;

// Of two concurrent callbacks the unique indexes admit one, and the other decides again.
const untilDecided = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let tried = 0; tried < mostTries; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new Failure('unavailable');
};

type Callback = { provider: Provider; code: string; state: string };

export const finishProvider = async (
  deps: Deps,
  actor: Visitor,
  providers: Providers,
  cookies: Cookies,
  { provider, code, state }: Callback,
): Promise<Answer<typeof contract.finishProvider>> => {
  const driver = findDriver(providers, provider);
  await consumeToken(deps, actor, 'provider');

  const attempt = await spendState(deps, cookies, provider, state);
  const { nonce, codeVerifier, linkUserId, redirectTo, from } = attempt;
  const redirectUri = callbackUrl(deps.config);
  const account = await driver.identify({ code, state, nonce, codeVerifier, redirectUri });

  const now = deps.now();
  const description = `${providerName[provider]}, from ${actor.client.address}`;
  // Counts against a limit, so it is called once for all tries of the transaction.
  let isNew: boolean | undefined;
  const settleOnce = () =>
    deps.db.transaction(async (tx) => {
      if (linkUserId) await holdAccount(deps, tx, linkUserId);
      await closeState(tx, state);
      const { user, activity, identityId, connectedId } = await settle(deps, tx, actor, {
        provider,
        account,
        linkUserId,
        now,
      });
      if (activity === 'oauth_login') isNew ??= await isNewBrowser(deps, tx, actor, cookies, user);
      await recordActivity(deps, tx, actor, { ownerId: user.id, type: activity, description });
      if (connectedId) {
        const { address } = actor.client;
        const connection = { provider, account: account.username ?? account.email, address };
        const undo = { kind: 'provider', id: connectedId } as const;
        await mailSecurityNotice(deps, tx, actor, user, providerConnected, connection, undo);
      } else if (isNew) await tellOfNewBrowser(deps, tx, actor, user);
      const session = linkUserId
        ? null
        : await beginSession(deps, tx, actor, user, { method: 'oauth', identityId });
      return { user, session };
    });
  const { user, session } = await untilDecided(settleOnce);
  if (session && signInOwesSecondFactor(session))
    return { user: toUserBeforeFactor(user), session, redirectTo, from };
  if (session) rememberDevice(deps, cookies, user);
  return { user: toUser(user), session, redirectTo, from };
};
