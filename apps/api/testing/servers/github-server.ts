// A server in the shape of GitHub: one page that agrees at once, single-use codes, PKCE, and the two calls about a person.
import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { newPerson, type Person, readCallback, type TestProvider } from './provider-person.ts';

const settings = { id: 'portal', secret: 'github-secret' };

export type GitHubServer = TestProvider & { answerUser: (status: number | null) => void };

export const startGitHub = async (port = 0): Promise<GitHubServer> => {
  const app = Fastify({ forceCloseConnections: true });
  const codes = new Map<string, { person: Person; challenge: string; redirectUri: string }>();
  const tokens = new Map<string, Person>();
  let atBrowser = newPerson();
  let forcedStatus: number | null = null;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get('/login/oauth/authorize', async (request, reply) => {
    const query = request.query as Record<string, string>;
    if (query.client_id !== settings.id || query.code_challenge_method !== 'S256')
      return reply.code(400).send();
    const code = randomUUID();
    const redirectUri = query.redirect_uri ?? '';
    codes.set(code, { person: atBrowser, challenge: query.code_challenge ?? '', redirectUri });
    return reply.redirect(`${redirectUri}?${new URLSearchParams({ code, state: query.state ?? '' })}`);
  });

  app.post('/login/oauth/access_token', async (request, reply) => {
    const form = request.body as Record<string, string>;
    const grant = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (form.client_secret !== settings.secret) return { error: 'incorrect_client_credentials' };
    if (grant?.challenge !== challenge || grant.redirectUri !== form.redirect_uri) {
      return {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      };
    }
    const access_token = randomUUID();
    tokens.set(access_token, grant.person);
    return reply.send({ access_token, scope: 'read:user,user:email', token_type: 'bearer' });
  });

  const personOf = (authorization = '') => tokens.get(authorization.replace('Bearer ', ''));

  app.get('/api/v3/user', async (request, reply) => {
    const person = personOf(request.headers.authorization);
    if (forcedStatus) return reply.code(forcedStatus).send({ message: 'No' });
    if (!person || !request.headers['user-agent'])
      return reply.code(401).send({ message: 'Bad credentials' });
    const avatar_url = `https://avatars.example/${person.username}.png`;
    return { id: Number(person.subject), login: person.username, name: person.name, email: null, avatar_url };
  });

  app.get('/api/v3/user/emails', async (request, reply) => {
    const person = personOf(request.headers.authorization);
    if (!person) return reply.code(401).send({ message: 'Bad credentials' });
    const second = { email: `second.${person.username}@halcyon.dev`, primary: false, verified: true };
    if (!person.email) return [second];
    return [second, { email: person.email, primary: true, verified: person.emailVerified, visibility: null }];
  });

  await app.listen({ host: '127.0.0.1', port });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    settings: { ...settings, url },
    person: (person) => {
      atBrowser = person;
    },
    consent: async (authUrl) =>
      readCallback((await fetch(authUrl, { redirect: 'manual' })).headers.get('location')),
    answerUser: (status) => {
      forcedStatus = status;
    },
    stop: () => app.close(),
  };
};
