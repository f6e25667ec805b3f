import { providerMessages } from '@ballast/contract/auth/provider-messages';
import { type Provider, stateMinutes } from '@ballast/contract/auth/providers';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Deps } from '../../http/deps.ts';
import type { Actor, Visitor } from '../../identity/actor.ts';
import { holdActor } from '../../identity/hold-account.ts';
import { consumeToken } from '../../identity/throttling/throttles.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { secondsAfter } from '../../runtime/times.ts';
import type { Providers } from './drivers/open-providers.ts';
import { signInBrowser } from './spend-state.ts';
import { oauthStates } from './tables.ts';

// Where the browser comes back to: nothing may lead out of the portal.
export type Target = { redirectTo: 'settings' | null; from: string | null };

export const callbackUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/auth/callback`;

// The path with or without a query, but neither '/cli/authority' nor '//host'.
const cliAuthAddress = /^\/cli\/auth(\?[!-~]*)?$/;

const readTarget = (config: Pick<Config, 'publicUrl'>, redirectUrl: string): Target => {
  const url = new URL(redirectUrl);
  const { searchParams: query } = url;
  const own = new URL(callbackUrl(config));
  if (url.origin !== own.origin || url.pathname !== own.pathname || url.username || url.password)
    throw invalidField('redirectUrl', providerMessages.redirectForeign);
  const from = query.get('from');
  return {
    redirectTo: query.get('redirect_to') === 'settings' ? 'settings' : null,
    from: from && cliAuthAddress.test(from) ? from : null,
  };
};

export const findDriver = (providers: Providers, provider: Provider) => {
  const driver = providers[provider];
  if (!driver) throw new Failure('not_found', { message: providerMessages.notConfigured(provider) });
  return driver;
};

type Start = Target & {
  provider: Provider;
  // Who connects an account; null for a sign-in.
  link: Actor | null;
};

const start = async (
  deps: Deps,
  actor: Visitor,
  providers: Providers,
  cookies: Cookies,
  { provider, link, redirectTo, from }: Start,
) => {
  const driver = findDriver(providers, provider);
  await consumeToken(deps, actor, 'provider');

  const state = crypto.randomUUID();
  const nonce = randomNonce();
  const codeVerifier = randomPKCECodeVerifier();
  const redirectUri = callbackUrl(deps.config);
  const authUrl = await driver.authorizationUrl({ state, nonce, codeVerifier, redirectUri });

  const row = {
    id: state,
    provider,
    browserHash: signInBrowser.keep(deps.config, cookies),
    codeVerifier,
    nonce,
    linkUserId: link?.user.id ?? null,
    linkSessionId: link?.sessionId ?? null,
    redirectTo,
    from,
    expiresAt: secondsAfter(deps.now(), stateMinutes * 60),
  };
  await deps.db.transaction(async (tx) => {
    if (link) await holdActor(tx, link);
    await tx.insert(oauthStates).values(row);
  });
  return { authUrl: authUrl.href };
};

export const startProvider = (
  deps: Deps,
  actor: Visitor,
  providers: Providers,
  cookies: Cookies,
  { provider, redirectUrl }: { provider: Provider; redirectUrl: string },
) => {
  const target = readTarget(deps.config, redirectUrl);
  return start(deps, actor, providers, cookies, { ...target, provider, link: null });
};

export const linkProvider = (
  deps: Deps,
  actor: Actor,
  providers: Providers,
  cookies: Cookies,
  provider: Provider,
) =>
  start(deps, actor, providers, cookies, {
    provider,
    link: actor,
    redirectTo: 'settings',
    from: null,
  });
