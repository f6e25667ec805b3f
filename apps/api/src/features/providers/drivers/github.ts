// GitHub or GitHub Enterprise: plain OAuth 2, then two calls to learn who it is.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  fetchProtectedResource,
} from 'openid-client';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { ProviderSettings } from '../../../runtime/settings/services.ts';
import { askProvider, type ProviderDriver, providerFetch, readAccount, timeoutSeconds } from './provider.ts';

const publicGitHub = 'https://github.com';
const apiOf = (url: string) => (url === publicGitHub ? 'https://api.github.com' : `${url}/api/v3`);

const person = z.object({
  id: z.number(),
  login: z.string(),
  name: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
});
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const configure = ({ url, clientId, clientSecret }: ProviderSettings, fetch: CustomFetch) => {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  const configuration = new Configuration(server, clientId, clientSecret);
  configuration.timeout = timeoutSeconds;
  configuration[customFetch] = providerFetch('github', fetch);
  // The configuration allows http on this machine alone.
  if (url.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
};

export const openGitHub = (settings: ProviderSettings, fetch: CustomFetch, log: Logger): ProviderDriver => {
  const configuration = configure(settings, fetch);
  const api = apiOf(settings.url);

  const read = async (token: string, path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json' });
    const url = new URL(`${api}${path}`);
    const answer = await fetchProtectedResource(configuration, token, url, 'GET', undefined, headers);
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`);
    return answer.json();
  };

  return {
    authorizationUrl: async ({ state, codeVerifier, redirectUri }) =>
      buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),

    identify: ({ code, state, codeVerifier, redirectUri }) =>
      askProvider('github', log, async () => {
        const url = new URL(redirectUri);
        url.search = new URLSearchParams({ code, state }).toString();
        const { access_token } = await authorizationCodeGrant(configuration, url, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        });
        const [user, emails] = await Promise.all([
          read(access_token, '/user').then((body) => person.parse(body)),
          read(access_token, '/user/emails').then((body) => addresses.parse(body)),
        ]);
        const primary = emails.find((address) => address.primary);
        return readAccount({
          subject: String(user.id),
          email: primary?.email,
          emailVerified: primary?.verified ?? false,
          fullName: user.name,
          username: user.login,
          avatarUrl: user.avatar_url,
        });
      }),
  };
};
