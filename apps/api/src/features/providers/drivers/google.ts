// Google, and anything else that speaks OpenID Connect. Its endpoints and keys are discovered when first needed.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Logger } from 'pino';
import type { ProviderSettings } from '../../../runtime/settings/services.ts';
import {
  type Attempt,
  askProvider,
  type ProviderDriver,
  providerFetch,
  readAccount,
  timeoutSeconds,
} from './provider.ts';

const discover = async ({ url, clientId, clientSecret }: ProviderSettings, fetch: CustomFetch) => {
  const issuer = new URL(url);
  const configuration = await discovery(issuer, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    [customFetch]: providerFetch('google', fetch),
    // The configuration allows http on this machine alone.
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
  });
  // The id token's signature is checked too, although it came from the provider directly.
  enableNonRepudiationChecks(configuration);
  return configuration;
};

// The state names the provider already, so the page need not carry the issuer (RFC 9207) here and we fill it in.
const callbackUrl = (
  configuration: Configuration,
  { redirectUri, code, state }: Attempt & { code: string },
) => {
  const url = new URL(redirectUri);
  url.search = new URLSearchParams({ code, state, iss: configuration.serverMetadata().issuer }).toString();
  return url;
};

export const openGoogle = (settings: ProviderSettings, fetch: CustomFetch, log: Logger): ProviderDriver => {
  let discovered: Promise<Configuration> | undefined;
  const configured = () => {
    discovered ??= discover(settings, fetch).catch((error) => {
      // The next visitor tries again.
      discovered = undefined;
      throw error;
    });
    return discovered;
  };

  return {
    authorizationUrl: ({ state, nonce, codeVerifier, redirectUri }) =>
      askProvider('google', log, async () =>
        buildAuthorizationUrl(await configured(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      ),

    identify: (attempt) =>
      askProvider('google', log, async () => {
        const configuration = await configured();
        const tokens = await authorizationCodeGrant(configuration, callbackUrl(configuration, attempt), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('the answer has no id token');
        return readAccount({
          subject: claims.sub,
          email: claims.email,
          emailVerified: claims.email_verified === true,
          fullName: claims.name,
          username: null,
          avatarUrl: claims.picture,
        });
      }),
  };
};
