import type { Answer } from '@ballast/contract/endpoint';
import type { finishProvider } from '@ballast/contract/provider-calls';
import { providerName } from '@ballast/contract/providers';
import { recordEntry } from '../../activity-log.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import type { Call } from '../../http/serve.ts';
import type { Providers } from '../../providers/open-providers.ts';
import { beginSession } from '../../sessions.ts';
import { consume } from '../../throttles.ts';
import { toUser } from '../../users.ts';
import { callbackUrl } from './redirect-target.ts';
import { settle } from './settle.ts';
import { spendState } from './spend-state.ts';
import { driverOf } from './start-provider.ts';

const mostTries = 3;

// When two callbacks race, the unique indexes let one of them through, and the other one looks again.
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

export const finishWith = async (
  deps: Deps,
  providers: Providers,
  { body, cookies, client }: Call<typeof finishProvider>,
): Promise<Answer<typeof finishProvider>> => {
  const { provider, code, state } = body;
  const driver = driverOf(providers, provider);
  await consume(deps.throttles.tokenPerAddress, client.address);

  const attempt = await spendState(deps, { state, provider, cookies });
  const { nonce, codeVerifier, linkUserId, redirectTo, from } = attempt;
  const redirectUri = callbackUrl(deps.config);
  const account = await driver.identify({ code, state, nonce, codeVerifier, redirectUri });

  const now = deps.now();
  const description = `${providerName[provider]}, from ${client.address}`;
  return untilDecided(() =>
    deps.db.transaction(async (tx) => {
      const { user, activity } = await settle(tx, { provider, account, linkUserId, now });
      await recordEntry(tx, { userId: user.id, type: activity, description, client, at: now });
      const session = linkUserId ? null : await beginSession(deps, tx, user, client);
      return { user: toUser(user), session, redirectTo, from };
    }),
  );
};
