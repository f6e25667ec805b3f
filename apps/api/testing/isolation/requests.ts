// For every endpoint a request that is valid for the owner: about their own things where it names any. What the endpoint
// does not say of itself stands here by name, with its reason.

import { exportActivities, listActivities } from '@ballast/contract/activities';
import * as auth from '@ballast/contract/auth/auth';
import { checkPassword } from '@ballast/contract/auth/check-password';
import * as leaving from '@ballast/contract/auth/leaving';
import * as passkeys from '@ballast/contract/auth/passkeys';
import * as providers from '@ballast/contract/auth/provider-calls';
import * as factors from '@ballast/contract/auth/second-factor-calls';
import * as library from '@ballast/contract/auth/session';
import { listSessions, revokeOtherSessions, revokeSession } from '@ballast/contract/auth/session-list';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import * as cli from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes } from '@ballast/contract/cli/cli-scopes';
import { getFaucet, getTransfer, requestTokens } from '@ballast/contract/faucet';
import { getFirstSteps, putFirstStepsAway } from '@ballast/contract/first-steps';
import type { Endpoint, Input } from '@ballast/contract/http/endpoint';
import * as keys from '@ballast/contract/keys/api-keys';
import { checkKey, getBalance } from '@ballast/contract/keys/key-check';
import { reportKey, reportLeaks } from '@ballast/contract/keys/key-leaks';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { getKeyUsage, getUsage } from '@ballast/contract/keys/key-usage';
import { tryNetworks } from '@ballast/contract/keys/network-dry-run';
import { listKeyRequests, listRequests, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { takeBackup } from '@ballast/contract/operator/backup';
import { revokeKey, showKey } from '@ballast/contract/operator/keys';
import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator/log';
import { decideReview, getReview, listReviews, rotateSecret } from '@ballast/contract/operator/operator';
import { readStatus } from '@ballast/contract/operator/status';
import * as people from '@ballast/contract/operator/users';
import { getPortal } from '@ballast/contract/portal';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { challengeOf, newSecrets, startCliLogin } from '../cli-login.ts';
import { newAuthenticator } from '../factors/passkeys.ts';
import { newAddress, password } from '../test-app.ts';
import type { CallerName } from './callers.ts';
import { type Expected, refused } from './expectations.ts';
import { changeLinkOf, newName, newPasskey, newSandboxKey, type World } from './world.ts';

type Exceptions = Partial<Record<CallerName, Expected>>;

export type Case = {
  endpoint: Endpoint;
  request: (world: World) => unknown;
  exceptions: Exceptions;
  // Whoever may call is told this, because the request lacks the proof that only a mail or a password gives.
  withoutProof: Expected | undefined;
  // It ends the session of whoever makes it.
  endsSession: boolean;
  // The owner's own refused call leaves an entry in their log.
  logsRefusals: boolean;
};

// An exception always has its reason beside it.
type Options = { endsSession?: true; logsRefusals?: true } & (
  | { because?: never; except?: never; withoutProof?: never }
  | { because: string; except?: Exceptions; withoutProof?: Expected }
);

const on = <E extends Endpoint, const I extends Input<E>>(
  endpoint: E,
  request: (world: World) => I | Promise<I>,
  { except = {}, withoutProof, endsSession, logsRefusals }: Options = {},
): Case => ({
  endpoint,
  request,
  exceptions: except,
  withoutProof,
  endsSession: endsSession === true,
  logsRefusals: logsRefusals === true,
});

const to = (expected: Expected, ...names: CallerName[]): Exceptions =>
  Object.fromEntries(names.map((caller) => [caller, expected]));

const ok: Expected = { status: 200, code: null };
const shownFactor = 'a user who has shown the second factor';
// They may do what the owner may, with what is theirs.
const others = ['another user', 'a user without a password', shownFactor] as const;
const tokensWithoutRead = cliScopes
  .filter((scope) => scope !== 'read')
  .map((scope) => `a CLI token for ${scope}` as const);

const nothing = () => ({}) as never;
const unknownToken = 'a'.repeat(64);
// An account of this address is nobody's.
const stranger = () => newAddress('stranger');

const someNewKeys = async ({ owner }: World) => {
  const ids = [owner, owner].map(async ({ call }) => (await newSandboxKey(call)).id);
  return { body: { ids: await Promise.all(ids) } };
};
const someNetworks = () => ({ body: { allowedNetworks: ['203.0.113.0/24'] } });
const aNewKey = async ({ owner }: World) => ({ params: { id: (await newSandboxKey(owner.call)).id } });
const theKey = ({ owner }: World) => ({ params: { id: owner.sandboxKey.id } });
const theOwner = ({ owner }: World) => ({ params: { who: owner.email } });
const aPasskeyMade = async ({ app, owner }: World) => ({ body: await newPasskey(app, owner.call) });
const aPasskeyShown = async ({ app }: World) => {
  const { challenge_id, options } = await app.call(passkeys.startPasskeySignIn, { body: {} });
  return { body: { challenge_id, credential: newAuthenticator(app).get(options) } };
};
const aNewFactor = async ({ owner }: World) => {
  const { id } = await owner.call(factors.enrolFactor, { body: { factor_type: 'totp' } });
  return { params: { id } };
};
const hasCodes = 'one of them has recovery codes';
const notTheirFactor = 'the session library has a code of its own for what is not theirs';
// Its owner goes on with it only in a session that could have begun it.
const toFactorBegunElsewhere: Exceptions = {
  ...to(refused('mfa_factor_not_found'), ...others, 'a user who owes the second factor'),
  ...to(refused('reauthentication_required'), 'a reset session'),
};
const anOpenRequest = async ({ app }: World) => ({ state: (await startCliLogin(app)).state });

export const cases: Case[] = [
  on(auth.signUp, () => ({
    body: { email: stranger(), password, fullName: 'Mara Okafor', authMethod: 'EMAIL' },
  })),
  on(checkPassword, () => ({ body: { password } })),
  on(auth.logIn, () => ({ body: { email: stranger(), password } }), {
    because: 'only the password opens an account',
    withoutProof: refused('invalid_credentials'),
  }),
  on(auth.logOut, nothing, { endsSession: true }),
  on(auth.verifyEmail, () => ({ body: { token: unknownToken, type: 'email' } }), {
    because: 'only the mailed link verifies an address',
    withoutProof: refused('link_invalid'),
  }),
  on(auth.resendVerification, nothing),
  on(auth.resendVerificationEmail, () => ({ body: { email: stranger() } })),
  on(auth.forgotPassword, () => ({ body: { email: stranger() } })),
  on(auth.resetPassword, () => ({ body: { token: unknownToken, password } }), {
    because: 'only the mailed link sets a password',
    withoutProof: refused('link_invalid'),
  }),
  on(auth.changeEmail, () => ({ body: { newEmail: stranger() } })),
  on(auth.confirmEmailChange, async (world) => ({ body: { token: await changeLinkOf(world) } }), {
    because: 'whoever holds the link shows that the account is theirs',
    except: {
      ...to(refused('proof_needed'), 'nobody'),
      ...to(refused('wrong_account'), ...others),
    },
  }),
  on(leaving.keepAccount, () => ({ body: { token: unknownToken } }), {
    because: 'only the mailed link keeps an account',
    withoutProof: refused('link_invalid'),
  }),
  on(thisWasNotMe, () => ({ body: { token: unknownToken } }), {
    because: 'only the mailed link takes an account back',
    withoutProof: refused('link_invalid'),
  }),
  on(providers.startProvider, ({ app }) => ({
    body: { provider: 'github', redirectUrl: `${app.deps.config.publicUrl}/auth/callback` },
  })),
  on(providers.linkProvider, () => ({ body: { provider: 'github' } })),
  on(providers.finishProvider, () => ({ body: { provider: 'github', code: 'code', state: unknownToken } }), {
    because: 'only the browser that began finishes',
    withoutProof: refused('state_invalid'),
  }),
  on(
    providers.verifyProvider,
    () => ({ body: { provider: 'github', access_token: unknownToken, refresh_token: unknownToken } }),
    { because: 'only a session of this portal is accepted', withoutProof: refused('provider_refused') },
  ),
  on(providers.disconnectProvider, () => ({ body: { provider: 'github' } }), {
    because: 'they have not connected it, or it is their only way in',
    except: {
      ...to(refused('not_found'), 'the owner', ...others),
      ...to(refused('conflict'), 'a user without a password'),
    },
  }),
  on(providers.listConnections, nothing),
  on(listSessions, nothing),
  on(revokeSession, async ({ owner, app }) => {
    await app.signIn(owner.email);
    const [newest] = await owner.call(listSessions);
    return { params: { id: newest?.id ?? '' } };
  }),
  on(revokeOtherSessions, nothing),
  on(getProfile, nothing),
  on(updateProfile, () => ({ body: { website: 'https://northwind.example' } })),
  on(getFirstSteps, nothing),
  on(putFirstStepsAway, () => ({ body: { putAway: true } })),
  on(leaving.exportData, nothing),
  on(leaving.deleteAccount, ({ owner }) => ({ body: { email: owner.email } }), {
    because: 'the typed address is not theirs',
    except: to(refused('validation_failed'), ...others),
  }),
  on(keys.createKey, () => ({ body: { name: newName(), environment: 'SANDBOX' } })),
  on(keys.listKeys, () => ({ query: {} }), {
    because: 'without an environment it lists what the token may see',
    except: to(ok, 'a CLI token for keys:production'),
  }),
  on(keys.getKey, theKey),
  on(keys.updateKey, async (world) => ({ ...(await aNewKey(world)), body: { name: newName() } })),
  on(keys.rotateKey, aNewKey),
  on(keys.endGrace, theKey),
  on(reportKey, () => ({ body: { key: unknownToken } })),
  on(reportLeaks, nothing, {
    because: 'only the signature of a known service counts',
    withoutProof: refused('signature_invalid'),
  }),
  on(keys.deleteKey, aNewKey),
  on(listKeyScopes, nothing),
  on(keys.deleteKeys, someNewKeys, {
    because: 'the ids are not theirs',
    except: to(refused('not_found'), ...others),
  }),
  on(requestRateLimit, async (world) => ({
    ...(await aNewKey(world)),
    body: { requestedLimit: 60, reason: 'We onboard three merchants in May.' },
  })),
  on(listKeyRequests, theKey),
  on(listRequests, nothing),
  on(getUsage, () => ({ query: { environment: 'SANDBOX' } })),
  on(listRefusals, theKey),
  on(tryNetworks, (world) => ({ ...theKey(world), ...someNetworks() })),
  on(getKeyUsage, (world) => ({ ...theKey(world), query: {} })),
  on(listActivities, () => ({ query: {} })),
  on(exportActivities, () => ({ query: { format: 'json' } })),
  on(requestTokens, () => ({ body: {} }), {
    because: 'the owner has had their tokens today',
    except: to(refused('rate_limited'), 'the owner', 'a CLI token', 'a CLI token for faucet'),
    logsRefusals: true,
  }),
  on(getTransfer, ({ owner }) => ({ params: { id: owner.transfer.id } })),
  on(getFaucet, nothing),
  on(cli.startCliAuth, () => {
    const { state, codeVerifier } = newSecrets();
    return { body: { state, codeChallenge: challengeOf(codeVerifier), deviceName: 'laptop' } };
  }),
  on(cli.getCliRequest, async (world) => ({ params: await anOpenRequest(world) }), {
    because: 'a request is nobody’s until it is answered; whoever opens its link answers for themselves',
    except: to(ok, ...others),
  }),
  on(cli.completeCliAuth, async (world) => ({ body: await anOpenRequest(world) })),
  on(cli.denyCliAuth, async (world) => ({ body: await anOpenRequest(world) })),
  on(cli.fetchCliToken, () => ({ body: newSecrets() }), {
    because: 'only the verifier opens a request',
    withoutProof: refused('not_found'),
  }),
  on(cli.logOutCli, nothing, { endsSession: true }),
  on(cli.listDevices, nothing),
  on(
    cli.createCliToken,
    () => ({
      body: { name: newName(), scopes: ['read'] as CliScope[], expiresInDays: 30 },
    }),
    {
      because: 'a token gives on what it has',
      except: to(refused('scope_missing'), ...tokensWithoutRead),
    },
  ),
  on(cli.revokeDevice, ({ owner }) => ({ params: { id: owner.device.deviceId } }), {
    because: 'a token ends no person’s device',
    except: to(refused('not_for_cli'), 'a CLI token', 'a CLI token for read', ...tokensWithoutRead),
  }),
  on(
    library.issueToken,
    () => ({ query: { grant_type: 'password' }, body: { email: stranger(), password } }),
    { because: 'only the password opens an account', withoutProof: refused('invalid_credentials') },
  ),
  on(library.getSessionUser, nothing),
  on(library.updateSessionUser, () => ({ query: {}, body: { email: stranger() } }), {
    because: 'the session of a reset link may set a password and nothing else',
    except: to(refused('session_not_found'), 'a reset session'),
  }),
  on(library.reauthenticate, nothing),
  on(library.signUpByLibrary, () => ({ query: {}, body: { email: stranger(), password } })),
  on(library.recover, () => ({ query: {}, body: { email: stranger() } })),
  on(library.resend, () => ({ query: {}, body: { email: stranger(), type: 'signup' } })),
  on(library.verifyToken, () => ({ query: {}, body: { type: 'signup', token_hash: unknownToken } }), {
    because: 'only the mailed link gives a session',
    withoutProof: refused('otp_expired'),
  }),
  on(library.endSession, () => ({ query: { scope: 'local' } }), { endsSession: true }),
  on(factors.enrolFactor, () => ({ body: { factor_type: 'totp' } })),
  on(factors.challengeFactor, async (world) => ({ ...(await aNewFactor(world)), body: {} }), {
    because: notTheirFactor,
    except: toFactorBegunElsewhere,
  }),
  on(
    factors.verifyFactor,
    async (world) => ({
      ...(await aNewFactor(world)),
      body: { challenge_id: crypto.randomUUID(), code: '123456' },
    }),
    {
      because: notTheirFactor,
      except: toFactorBegunElsewhere,
      withoutProof: { status: 422, code: 'mfa_factor_not_found' },
    },
  ),
  on(factors.removeFactor, aNewFactor, {
    because: notTheirFactor,
    except: to(refused('mfa_factor_not_found'), ...others),
  }),
  on(factors.getRecoveryCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(factors.createRecoveryCodes, () => ({ body: {} }), {
    because: 'recovery codes want a session that has shown a second factor, and this one has made them',
    except: to(refused('mfa_verified_factor_exists'), shownFactor),
    withoutProof: refused('insufficient_aal'),
  }),
  on(factors.verifyRecoveryCode, () => ({ body: { code: 'abcde-fghjk' } }), {
    because: 'it is nobody’s code',
    withoutProof: refused('mfa_verification_failed'),
    logsRefusals: true,
  }),
  on(factors.replaceRecoveryCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(factors.removeRecoveryCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(library.getSigningKeys, nothing),
  on(passkeys.startPasskeyRegistration, () => ({ body: {} })),
  on(passkeys.verifyPasskeyRegistration, aPasskeyMade, {
    because: 'only the session that asked for a challenge answers it',
    except: to(ok, 'the owner'),
    withoutProof: refused('webauthn_challenge_not_found'),
  }),
  on(passkeys.startPasskeySignIn, () => ({ body: {} })),
  on(passkeys.verifyPasskeySignIn, aPasskeyShown, {
    because: 'only the passkey signs in',
    withoutProof: refused('webauthn_verification_failed'),
  }),
  on(passkeys.listPasskeys, nothing),
  on(passkeys.renamePasskey, ({ owner }) => ({
    params: { id: owner.passkey.id },
    body: { friendly_name: newName() },
  })),
  on(passkeys.deletePasskey, ({ owner }) => ({ params: { id: owner.passkey.id } })),
  on(getPortal, nothing),
  on(checkKey, nothing),
  on(getBalance, nothing, {
    because: 'the balance is one of the sandbox',
    except: to(refused('only_for_sandbox'), 'a production key'),
  }),
  on(listReviews, () => ({ query: {} })),
  on(getReview, ({ owner }) => ({ params: { id: owner.sandboxKey.id } })),
  on(decideReview, ({ owner }) => ({
    params: { id: owner.sandboxKey.id },
    body: { approved: true, note: null },
  })),
  on(rotateSecret, () => ({ params: { secret: 'pepper' } })),
  on(readOperatorLog, () => ({ query: {} })),
  // No file can be made there.
  on(takeBackup, () => ({ body: { file: '/dev/null/x.backup' } })),
  on(verifyOperatorLog, nothing),
  on(readStatus, nothing),
  on(people.listUsers, () => ({ query: {} })),
  on(people.showUser, theOwner),
  on(people.suspendUser, (world) => ({ ...theOwner(world), body: { reason: 'abuse' } })),
  on(people.restoreUser, theOwner),
  on(people.endUserSessions, theOwner),
  on(people.exportUser, theOwner),
  on(people.eraseUser, theOwner),
  on(showKey, theKey),
  on(revokeKey, (world) => ({ ...theKey(world), body: { reason: 'abuse' } })),
];
