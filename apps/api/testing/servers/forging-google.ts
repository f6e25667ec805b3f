// An OpenID Connect server that signs whatever a test wants: for id tokens that must be refused.
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

export type Forgery = {
  claims?: Record<string, unknown>;
  signature?: 'of another key' | 'none';
  metadata?: Record<string, unknown>;
  tokenStatus?: number;
  discoveryStatus?: number;
};

const alg = 'ES256';

export const startForgingGoogle = async (nonce: string) => {
  const app = Fastify({ forceCloseConnections: true });
  const [own, another] = await Promise.all([generateKeyPair(alg), generateKeyPair(alg)]);
  const key = { ...(await exportJWK(own.publicKey)), kid: 'own', alg, use: 'sig' };
  const state = { url: '', forgery: {} as Forgery, discoveries: 0 };

  const idToken = async ({ claims = {}, signature }: Forgery) => {
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: state.url,
      aud: 'portal',
      sub: '1',
      iat: now,
      exp: now + 60,
      nonce,
      email: 'a@b.dev',
    };
    const payload = { ...honest, email_verified: true, ...claims };
    if (signature === 'none') return new UnsecuredJWT(payload).encode();
    const { privateKey } = signature === 'of another key' ? another : own;
    return new SignJWT(payload).setProtectedHeader({ alg, kid: 'own' }).sign(privateKey);
  };

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  );
  app.get('/.well-known/openid-configuration', async (_, reply) => {
    state.discoveries += 1;
    return reply.code(state.forgery.discoveryStatus ?? 200).send({
      issuer: state.url,
      authorization_endpoint: `${state.url}/authorize`,
      token_endpoint: `${state.url}/token`,
      jwks_uri: `${state.url}/jwks`,
      id_token_signing_alg_values_supported: [alg],
      ...state.forgery.metadata,
    });
  });
  app.get('/jwks', async () => ({ keys: [key] }));
  app.post('/token', async (_, reply) => {
    const { tokenStatus = 200 } = state.forgery;
    if (tokenStatus !== 200) return reply.code(tokenStatus).send({ error: 'invalid_client' });
    return { access_token: 'x', token_type: 'Bearer', id_token: await idToken(state.forgery) };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  state.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  return {
    url: state.url,
    forge: (forgery: Forgery) => {
      state.forgery = forgery;
    },
    discoveries: () => state.discoveries,
    stop: () => app.close(),
  };
};
