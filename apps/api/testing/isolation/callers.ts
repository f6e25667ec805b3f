// Everybody who might call is here, with what they show.

import { accessTokenSeconds } from '@ballast/contract/auth/session';
import { type CliScope, cliScopes } from '@ballast/contract/cli/cli-scopes';
import { decodeJwt } from 'jose';
import { secondsBefore } from '../../src/runtime/times.ts';
import { logInCli } from '../cli-login.ts';
import { newAddress } from '../test-app.ts';
import { openFactorShown, openProviderOnly, openScopedToken, type openStates } from './states.ts';
import { openResetSession, type World } from './world.ts';

type Token = string | null;
export type Everybody = World & { states: Awaited<ReturnType<typeof openStates>> };

type Caller = {
  // The owner's own credentials may change what is the owner's; everybody else's may not.
  isOwner: boolean;
  shows: (world: Everybody) => Token | Promise<Token>;
  // For a call that ends the caller's session, they bring another one.
  showsAnother?: (world: Everybody) => Promise<Token>;
  // The account that they are signed in to, if it is not the owner's: a call that is refused changes nothing of it.
  account?: (world: Everybody) => { user: { id: string }; email: string };
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

type ScopedName = `a CLI token for ${CliScope}`;
const scopedCallers = Object.fromEntries(
  cliScopes.map((scope): [ScopedName, Caller] => [
    `a CLI token for ${scope}`,
    {
      isOwner: true,
      shows: ({ states }) => states.scopedTokens[scope],
      showsAnother: ({ owner }) => openScopedToken(owner.call, scope),
    },
  ]),
) as Record<ScopedName, Caller>;

const callerList = {
  nobody: { isOwner: false, shows: () => null },
  'the owner': { isOwner: true, shows: ({ owner }) => owner.session.access_token },
  'another user': {
    isOwner: false,
    shows: ({ other }) => other.session.access_token,
    showsAnother: async ({ app, other }) => (await app.signIn(other.email)).session.access_token,
    account: ({ other }) => other,
  },
  'an unverified user': {
    isOwner: false,
    shows: ({ unverified }) => unverified.session.access_token,
    showsAnother: async ({ app, unverified }) => (await app.signIn(unverified.email)).session.access_token,
    account: ({ unverified }) => unverified,
  },
  'a user without a password': {
    isOwner: false,
    shows: ({ states }) => states.providerOnly.session.access_token,
    showsAnother: async ({ app, states }) =>
      (await openProviderOnly(app, states.providerOnly.email)).session.access_token,
    account: ({ states }) => states.providerOnly,
  },
  'a user who owes the second factor': {
    isOwner: false,
    shows: ({ states }) => states.factorOwed.session.access_token,
    showsAnother: async ({ app, states }) => (await app.signIn(states.factorOwed.email)).session.access_token,
    account: ({ states }) => states.factorOwed,
  },
  'a user who has shown the second factor': {
    isOwner: false,
    shows: ({ states }) => states.factorShown.session.access_token,
    showsAnother: async ({ app }) => (await openFactorShown(app)).session.access_token,
    account: ({ states }) => states.factorShown,
  },
  'a leaving user': {
    isOwner: false,
    shows: ({ states }) => states.leaving.session.access_token,
    account: ({ states }) => states.leaving,
  },
  'a suspended user': {
    isOwner: false,
    shows: ({ states }) => states.suspended.session.access_token,
    account: ({ states }) => states.suspended,
  },
  'a CLI token of a leaving user': {
    isOwner: false,
    shows: ({ states }) => states.leaving.cliToken,
    account: ({ states }) => states.leaving,
  },
  'a CLI token of a suspended user': {
    isOwner: false,
    shows: ({ states }) => states.suspended.cliToken,
    account: ({ states }) => states.suspended,
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
  ...scopedCallers,
  'a sandbox key': { isOwner: true, shows: ({ owner }) => owner.sandboxKey.key },
  'a production key': { isOwner: true, shows: ({ owner }) => owner.productionKey.key },
  'a key of another user': {
    isOwner: false,
    shows: ({ other }) => other.key.key,
    account: ({ other }) => other,
  },
  'a key of a leaving user': {
    isOwner: false,
    shows: ({ states }) => states.leaving.key,
    account: ({ states }) => states.leaving,
  },
  'a key of a suspended user': {
    isOwner: false,
    shows: ({ states }) => states.suspended.key,
    account: ({ states }) => states.suspended,
  },
} satisfies Record<string, Caller>;

export type CallerName = keyof typeof callerList;
export const callers: Record<CallerName, Caller> = callerList;
export const callerNames = Object.keys(callerList) as CallerName[];
