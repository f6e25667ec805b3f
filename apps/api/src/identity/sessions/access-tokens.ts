// Signs and reads the access tokens (ES256), and publishes the keys that check them. The first key signs.
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { accessTokenSeconds } from '@ballast/contract/auth/session';
import { type JWK, jwtVerify, SignJWT } from 'jose';
import type { KeyedSecret } from '../../runtime/secret-values/keyed-secret.ts';
import { amrOf, levelOf, type Proof } from '../proofs/proofs.ts';
import type { UserRow } from '../tables.ts';

type TokenOwner = Pick<UserRow, 'id' | 'email' | 'fullName' | 'authMethod'>;

// The session's row is checked on every call, so a clock that is minutes off signs nobody out.
const leewaySeconds = 300;
const audience = 'authenticated';

type TokenSession = { id: string; proofs: Proof[]; proofCount: number };
type TokenClaims = { userId: string; sessionId: string; proofCount: number };

export type AccessTokens = {
  jwks: { keys: JWK[] };
  sign: (user: TokenOwner, session: TokenSession, issuedAt: Date) => Promise<string>;
  read: (token: string, now: Date) => Promise<TokenClaims | null>;
};

type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; jwk: JWK };

// The key's thumbprint (RFC 7638).
const toSigningKey = (pem: string): SigningKey => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kid, privateKey, publicKey, jwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK };
};

const openSigningKeys = (secrets: () => KeyedSecret[]) => {
  let seen: KeyedSecret[] = [];
  let parsed: SigningKey[] = [];
  return () => {
    const current = secrets();
    if (current !== seen) {
      parsed = current.map(({ value }) => toSigningKey(value));
      seen = current;
    }
    return parsed;
  };
};

export const openAccessTokens = (secrets: () => KeyedSecret[], issuer: string): AccessTokens => {
  const keys = openSigningKeys(secrets);
  const inUse = () => {
    const [first] = keys();
    if (!first) throw new Error('there is no signing key');
    return first;
  };
  const keyOf = ({ kid }: { kid?: string }) => {
    const key = keys().find((each) => each.kid === kid);
    if (!key) throw new Error('the token was signed with a key that is not known');
    return key.publicKey;
  };

  return {
    get jwks() {
      return { keys: keys().map(({ jwk }) => jwk) };
    },

    sign: (user, { id, proofs, proofCount }, issuedAt) => {
      const { kid, privateKey } = inUse();
      const seconds = Math.floor(issuedAt.getTime() / 1000);
      const provider = user.authMethod.toLowerCase();
      return new SignJWT({
        email: user.email,
        phone: '',
        role: 'authenticated',
        session_id: id,
        proof_count: proofCount,
        aal: levelOf(proofs),
        amr: amrOf(proofs),
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
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['ES256'],
          issuer,
          audience,
          clockTolerance: leewaySeconds,
          currentDate: now,
        });
        if (typeof payload.sub !== 'string' || typeof payload.session_id !== 'string') return null;
        // A token of an older version counts the sign-in alone.
        const proofCount = typeof payload.proof_count === 'number' ? payload.proof_count : 0;
        return { userId: payload.sub, sessionId: payload.session_id, proofCount };
      } catch {
        return null;
      }
    },
  };
};
