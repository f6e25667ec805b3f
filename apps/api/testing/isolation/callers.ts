// Everybody who might call is here, with what they show.
import { accessTokenSeconds } from '@ballast/contract/session';
import { decodeJwt } from 'jose';
import { secondsBefore } from '../../src/runtime/times.ts';
import { logInCli } from '../cli-login.ts';
import { newAddress } from '../test-app.ts';
import { openResetSession, type World } from './world.ts';

type Token = string | null;

type Caller = {
  // The owner's own credentials may change what is the owner's; everybody else's may not.
  isOwner: boolean;
  shows: (world: World) => Token | Promise<Token>;
  // For a call that ends the caller's session, they bring another one.
  showsAnother?: (world: World) => Promise<Token>;
};

// No clock is so far off that the portal would forgive it.
const leewaySeconds = 3600;

// The portal signed it for a session that still lives.
const expiredToken = ({ app, owner }: World) => {
  const { session_id: sessionId } = decodeJwt(owner.session.access_token);
  const issuedAt = secondsBefore(app.now(), accessTokenSeconds + leewaySeconds);
  return app.deps.accessTokens.sign(
    owner.user,
    { id: String(sessionId), proofs: [], proofCount: 0 },
    issuedAt,
  );
};

const callerList = {
  nobody: { isOwner: false, shows: () => null },
  'another user': {
    isOwner: false,
    shows: ({ other }) => other.session.access_token,
    showsAnother: async ({ app, other }) => (await app.signIn(other.email)).session.access_token,
  },
  'an unverified user': {
    isOwner: false,
    shows: ({ unverified }) => unverified.session.access_token,
    showsAnother: async ({ app, unverified }) => (await app.signIn(unverified.email)).session.access_token,
  },
  'a revoked session': { isOwner: true, shows: ({ revokedToken }) => revokedToken },
  'an expired token': { isOwner: true, shows: expiredToken },
  'a reset session': {
    isOwner: true,
    shows: ({ resetToken }) => resetToken,
    showsAnother: async ({ app }) =>
      openResetSession(app, (await app.verifiedUser(newAddress('reset'))).email),
  },
  'a CLI token': {
    isOwner: true,
    shows: ({ owner }) => owner.device.token,
    showsAnother: async ({ app, owner }) => (await logInCli(app, owner)).token,
  },
  'a sandbox key': { isOwner: true, shows: ({ owner }) => owner.sandboxKey.key },
  'a production key': { isOwner: true, shows: ({ owner }) => owner.productionKey.key },
  'a key of another user': { isOwner: false, shows: ({ other }) => other.key.key },
} satisfies Record<string, Caller>;

export type CallerName = keyof typeof callerList;
export const callers: Record<CallerName, Caller> = callerList;
export const callerNames = Object.keys(callerList) as CallerName[];
