// Signs and reads the one-hour access tokens (ES256), and publishes the key that checks them.

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { accessTokenSeconds } from '@ballast/contract/session';
import { calculateJwkThumbprint, exportJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { StartupProblem } from '../runtime/config.ts';
import type { UserRow } from './tables.ts';

export type TokenOwner = Pick<UserRow, 'id' | 'email' | 'fullName' | 'authMethod'>;

// The session row is checked on every call, so a clock that is some minutes off must not sign anybody out.
const leewaySeconds = 300;
const audience = 'authenticated';

export type AccessTokens = {
  jwks: { keys: JWK[] };
  sign: (user: TokenOwner, sessionId: string, issuedAt: Date) => Promise<string>;
  read: (token: string, now: Date) => Promise<{ userId: string; sessionId: string } | null>;
};

const readPrivateKey = (pem: string) => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Every unusable key gets the one message below.
  }
  throw new StartupProblem('Configuration: SIGNING_KEY must be a P-256 private key in PEM form');
};

export const openAccessTokens = async (signingKey: string, issuer: string): Promise<AccessTokens> => {
  const privateKey = readPrivateKey(signingKey);
  const publicKey = createPublicKey(privateKey);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);

  return {
    jwks: { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] },

    sign: (user, sessionId, issuedAt) => {
      const seconds = Math.floor(issuedAt.getTime() / 1000);
      const provider = user.authMethod.toLowerCase();
      return new SignJWT({
        email: user.email,
        phone: '',
        role: 'authenticated',
        session_id: sessionId,
        aal: 'aal1',
        amr: [{ method: provider === 'email' ? 'password' : 'oauth', timestamp: seconds }],
        app_metadata: { provider, providers: [provider] },
        user_metadata: { full_name: user.fullName },
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(user.id)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + accessTokenSeconds)
        .sign(privateKey);
    },

    read: async (token, now) => {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['ES256'],
          issuer,
          audience,
          clockTolerance: leewaySeconds,
          currentDate: now,
        });
        if (typeof payload.sub !== 'string' || typeof payload.session_id !== 'string') return null;
        return { userId: payload.sub, sessionId: payload.session_id };
      } catch {
        return null;
      }
    },
  };
};
