import { type Provider, providerMessages, stateMinutes } from '@ballast/contract/providers';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Client } from '../../actor.ts';
import { oauthStates } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../http/failure.ts';
import type { Cookies } from '../../http/serve.ts';
import type { Providers } from '../../providers/open-providers.ts';
import { consume } from '../../throttles.ts';
import { secondsAfter } from '../../times.ts';
import { keepBrowserCookie } from './browser-cookie.ts';
import { callbackUrl, type Target } from './redirect-target.ts';

export type Start = Target & {
  provider: Provider;
  // The user who connects an account; null for a sign-in.
  linkUserId: string | null;
  cookies: Cookies;
  client: Client;
};

export const driverOf = (providers: Providers, provider: Provider) => {
  const driver = providers[provider];
  if (!driver) throw new Failure('not_found', { message: providerMessages.notConfigured(provider) });
  return driver;
};

export const startWith = async (deps: Deps, providers: Providers, start: Start) => {
  const { provider, linkUserId, redirectTo, from, cookies, client } = start;
  const driver = driverOf(providers, provider);
  await consume(deps.throttles.tokenPerAddress, client.address);

  const state = crypto.randomUUID();
  const nonce = randomNonce();
  const codeVerifier = randomPKCECodeVerifier();
  const redirectUri = callbackUrl(deps.config);
  const authUrl = await driver.authorizationUrl({ state, nonce, codeVerifier, redirectUri });

  await deps.db.insert(oauthStates).values({
    id: state,
    provider,
    browserHash: keepBrowserCookie(deps.config, cookies),
    codeVerifier,
    nonce,
    linkUserId,
    redirectTo,
    from,
    expiresAt: secondsAfter(deps.now(), stateMinutes * 60),
  });
  return { authUrl: authUrl.href };
};
