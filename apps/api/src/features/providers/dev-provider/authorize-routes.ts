// The page of the dev provider leads back to the portal with a code, or with a cancellation.
import type { Provider } from '@ballast/contract/auth/providers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../../runtime/failure.ts';
import { authorizePage } from './authorize-page.ts';
import { authorizeStyle } from './authorize-style.ts';
import { devCredentials } from './dev-client.ts';
import type { Grants } from './grants.ts';
import { readPersona } from './personas.ts';

type Options = { provider: Provider; path: string; callbackUrl: string; grants: Grants };

// A provider knows the addresses of its clients and sends nobody anywhere else.
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

export const mountAuthorize = (app: FastifyInstance, { provider, path, callbackUrl, grants }: Options) => {
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
