// oidc-provider in the place of Google: a certified server of OpenID Connect, with an interaction that agrees at
// once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '@ballast/harness/free-port';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { newPerson, type Person, readCallback, type TestProvider } from './provider-person.ts';

const settings = { id: 'portal', secret: 'google-secret' };

const configuration = async (
  redirectUri: string,
  personOf: (subject: string) => Person | undefined,
): Promise<Configuration> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    clients: [
      {
        client_id: settings.id,
        client_secret: settings.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['test'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    // Google puts these claims into the id token itself.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_: KoaContextWithOIDC, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: KoaContextWithOIDC, accountId: string) => {
      const person = personOf(accountId);
      if (!person) return undefined;
      const { email, emailVerified, name } = person;
      const claims = { sub: accountId, name, ...(email ? { email, email_verified: emailVerified } : {}) };
      return { accountId, claims: () => claims };
    },
  } as Configuration;
};

// A browser of its own for every visit, which keeps the provider's cookies on the way.
const visit = async (start: string, portal: string) => {
  const jar = new Map<string, string>();
  let next = start;
  for (let step = 0; step < 8 && !next.startsWith(portal); step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  return next;
};

export const startGoogle = async (portal: string, port?: number): Promise<TestProvider> => {
  const people = new Map<string, Person>();
  let atBrowser = newPerson();
  const url = `http://127.0.0.1:${port ?? (await freePort())}`;
  const provider = new Provider(
    url,
    await configuration(`${portal}/auth/callback`, (subject) => people.get(subject)),
  );
  const answer = provider.callback();

  const agree = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: atBrowser.subject, clientId: String(params.client_id) });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    const login = { accountId: atBrowser.subject };
    await provider.interactionFinished(request, response, { login, consent: { grantId } });
  };
  const server = createServer((request, response) =>
    request.url?.startsWith('/interaction/') ? agree(request, response) : answer(request, response),
  );
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve));

  return {
    settings: { ...settings, url },
    person: (person) => {
      atBrowser = person;
      people.set(person.subject, person);
    },
    consent: async (authUrl) => readCallback(await visit(authUrl, portal)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
