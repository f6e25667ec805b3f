// As GitHub answers: a refused code is a 200 with an error in it.
import type { FastifyInstance } from 'fastify';
import type { Grants } from './grants.ts';
import { subjectOf } from './grants.ts';

export const mountGitHubShape = (app: FastifyInstance, base: string, grants: Grants) => {
  app.post(`${base}/login/oauth/access_token`, async (request) => {
    const form = request.body as URLSearchParams;
    const grant = grants.redeem(form.get('code') ?? '', form.get('code_verifier') ?? '');
    if (!grant) {
      return {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      };
    }
    const access_token = grants.issueToken(grant.persona);
    return { access_token, token_type: 'bearer', scope: 'read:user,user:email' };
  });

  app.get(`${base}/api/v3/user`, async (request, reply) => {
    const persona = grants.bearer(request.headers.authorization);
    if (!persona) return reply.code(401).send({ message: 'Bad credentials' });
    const { name, username } = persona;
    return { id: subjectOf('github', persona), login: username, name: name || null, avatar_url: null };
  });

  app.get(`${base}/api/v3/user/emails`, async (request, reply) => {
    const persona = grants.bearer(request.headers.authorization);
    if (!persona) return reply.code(401).send({ message: 'Bad credentials' });
    const { email, emailVerified } = persona;
    return email ? [{ email, primary: true, verified: emailVerified, visibility: 'private' }] : [];
  });
};
