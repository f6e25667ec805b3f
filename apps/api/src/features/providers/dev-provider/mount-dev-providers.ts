import type { Provider } from '@ballast/contract/auth/providers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../http/deps.ts';
import { Failure } from '../../../runtime/failure.ts';
import { authorizePage, authorizeStyle } from './authorize-page.ts';
import { devCredentials, devProviderUrl } from './dev-client.ts';
import { mountGitHubShape } from './github-shape.ts';
import { mountGoogleShape } from './google-shape.ts';
import { type Grants, openGrants, readPersona } from './grants.ts';

type Options = { provider: Provider; path: string; callbackUrl: string; grants: Grants };

// A provider redirects only to registered addresses.
const readRequest = (request: FastifyRequest, callbackUrl: string) => {
  const query = new URL(request.url, callbackUrl).searchParams;
  const expected = {
    client_id: devCredentials.clientId,
    redirect_uri: callbackUrl,
    response_type: 'code',
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(expected)) {
    if (query.get(name) !== value) {
      throw new Failure('malformed_request', { message: `Dev provider: ${name} must be ${value}` });
    }
  }
  return query;
};

const backTo = (callbackUrl: string, answer: Record<string, string>, state: string | null) =>
  `${callbackUrl}?${new URLSearchParams({ ...answer, ...(state ? { state } : {}) })}`;

const mountAuthorize = (app: FastifyInstance, { provider, path, callbackUrl, grants }: Options) => {
  app.get(`/dev/${provider}/style.css`, async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(authorizeStyle),
  );

  app.get(path, async (request, reply) => {
    readRequest(request, callbackUrl);
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(authorizePage(provider, request.url));
  });

  app.post(path, async (request, reply) => {
    const query = readRequest(request, callbackUrl);
    const form = request.body as URLSearchParams;
    const state = query.get('state');
    if (form.has('cancel')) {
      const cancelled = { error: 'access_denied', error_description: 'The user has denied access' };
      return reply.redirect(backTo(callbackUrl, cancelled, state), 303);
    }
    const code = grants.issueCode({
      persona: readPersona(form),
      codeChallenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce'),
    });
    return reply.redirect(backTo(callbackUrl, { code }, state), 303);
  });
};

// Providers for an installation without credentials, in the shape of the real ones. Never mounted in production.
const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );

export const mountDevProviders = async (app: FastifyInstance, { config, now }: Deps) => {
  const { providers, publicUrl } = config;
  const callbackUrl = `${publicUrl}/auth/callback`;

  // In a scope of their own, because the API accepts no forms.
  await app.register(async (scope) => {
    acceptForms(scope);
    if (providers.github === 'dev') {
      const grants = openGrants(now);
      const path = '/dev/github/login/oauth/authorize';
      mountAuthorize(scope, { provider: 'github', path, callbackUrl, grants });
      mountGitHubShape(scope, '/dev/github', grants);
    }
    if (providers.google === 'dev') {
      const grants = openGrants(now);
      mountAuthorize(scope, { provider: 'google', path: '/dev/google/authorize', callbackUrl, grants });
      const issuer = devProviderUrl(publicUrl, 'google');
      await mountGoogleShape(scope, { base: '/dev/google', issuer, grants });
    }
  });
};
