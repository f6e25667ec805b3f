import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { devCredentials } from './dev-client.ts';
import type { Grant, Grants } from './grants.ts';
import { subjectOf } from './grants.ts';

type Options = { base: string; issuer: string; grants: Grants };

const kid = 'dev';
const alg = 'ES256';

const claimsOf = ({ persona, nonce }: Grant) => ({
  ...(nonce ? { nonce } : {}),
  ...(persona.email ? { email: persona.email, email_verified: persona.emailVerified } : {}),
  ...(persona.name ? { name: persona.name } : {}),
});

export const mountGoogleShape = async (app: FastifyInstance, { base, issuer, grants }: Options) => {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const keys = [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }];

  app.get(`${base}/.well-known/openid-configuration`, async () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [alg],
    code_challenge_methods_supported: ['S256'],
  }));

  app.get(`${base}/jwks`, async () => ({ keys }));

  app.post(`${base}/token`, async (request, reply) => {
    const form = request.body as URLSearchParams;
    const grant = grants.redeem(form.get('code') ?? '', form.get('code_verifier') ?? '');
    if (!grant) return reply.code(400).send({ error: 'invalid_grant', error_description: 'Bad Request' });
    const id_token = await new SignJWT(claimsOf(grant))
      .setProtectedHeader({ alg, kid })
      .setIssuer(issuer)
      .setAudience(devCredentials.clientId)
      .setSubject(String(subjectOf('google', grant.persona)))
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
    const access_token = grants.issueToken(grant.persona);
    return { access_token, id_token, token_type: 'Bearer', expires_in: 60, scope: 'openid email profile' };
  });
};
