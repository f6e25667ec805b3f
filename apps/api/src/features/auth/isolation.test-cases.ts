import * as auth from '@ballast/contract/auth/auth';
import { checkPassword } from '@ballast/contract/auth/check-password';
import * as leaving from '@ballast/contract/auth/leaving';
import * as passkeys from '@ballast/contract/auth/passkeys';
import * as library from '@ballast/contract/auth/session';
import { listSessions, revokeOtherSessions, revokeSession } from '@ballast/contract/auth/session-list';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import { newAuthenticator } from '../../../testing/factors/passkeys.ts';
import { nothing, ok, on, others, stranger, to, unknownToken } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';
import { changeLinkOf, newName, newPasskey, type World } from '../../../testing/isolation/world.ts';
import { password } from '../../../testing/test-app.ts';

const aPasskeyMade = async ({ app, owner }: World) => ({ body: await newPasskey(app, owner.call) });
const aPasskeyShown = async ({ app }: World) => {
  const { challenge_id, options } = await app.call(passkeys.startPasskeySignIn, { body: {} });
  return { body: { challenge_id, credential: newAuthenticator(app).get(options) } };
};

export const cases = [
  on(
    auth.signUp,
    () => ({
      body: { email: stranger(), password, fullName: 'Mara Okafor', authMethod: 'EMAIL' },
    }),
    { unverified: 201 },
  ),
  on(auth.getSignUpStatus, () => ({ body: { email: stranger() } }), { unverified: 200 }),
  on(checkPassword, () => ({ body: { password } }), { unverified: 200 }),
  on(auth.logIn, () => ({ body: { email: stranger(), password } }), {
    unverified: 'invalid_credentials',
    because: 'only the password opens an account',
    withoutProof: refused('invalid_credentials'),
  }),
  on(auth.logOut, nothing, { unverified: 200, endsSession: true }),
  on(auth.verifyEmail, () => ({ body: { token: unknownToken, type: 'email' } }), {
    unverified: 'link_invalid',
    because: 'only the mailed link verifies an address',
    withoutProof: refused('link_invalid'),
  }),
  on(auth.resendVerification, nothing, { unverified: 200 }),
  on(auth.resendVerificationEmail, () => ({ body: { email: stranger() } }), { unverified: 200 }),
  on(auth.forgotPassword, () => ({ body: { email: stranger() } }), { unverified: 200 }),
  on(auth.resetPassword, () => ({ body: { token: unknownToken, password } }), {
    unverified: 'link_invalid',
    because: 'only the mailed link sets a password',
    withoutProof: refused('link_invalid'),
  }),
  on(auth.changeEmail, () => ({ body: { newEmail: stranger() } })),
  on(auth.confirmEmailChange, async (world) => ({ body: { token: await changeLinkOf(world) } }), {
    unverified: 'wrong_account',
    because: 'whoever holds the link shows that the account is theirs',
    except: {
      ...to(refused('proof_needed'), 'nobody'),
      ...to(refused('wrong_account'), ...others),
    },
  }),
  on(leaving.keepAccount, () => ({ body: { token: unknownToken } }), {
    unverified: 'link_invalid',
    because: 'only the mailed link keeps an account',
    withoutProof: refused('link_invalid'),
  }),
  on(thisWasNotMe, () => ({ body: { token: unknownToken } }), {
    unverified: 'link_invalid',
    because: 'only the mailed link takes an account back',
    withoutProof: refused('link_invalid'),
  }),
  on(listSessions, nothing),
  on(revokeSession, async ({ owner, app }) => {
    await app.signIn(owner.email);
    const [newest] = await owner.call(listSessions);
    return { params: { id: newest?.id ?? '' } };
  }),
  on(revokeOtherSessions, nothing),
  on(
    library.issueToken,
    () => ({ query: { grant_type: 'password' }, body: { email: stranger(), password } }),
    {
      unverified: 'invalid_credentials',
      because: 'only the password opens an account',
      withoutProof: refused('invalid_credentials'),
    },
  ),
  on(library.getSessionUser, nothing, { unverified: 200 }),
  on(library.updateSessionUser, () => ({ query: {}, body: { email: stranger() } }), {
    because: 'the session of a reset link may set a password and nothing else',
    except: to(refused('session_not_found'), 'a reset session'),
  }),
  on(library.reauthenticate, nothing),
  on(library.signUpByLibrary, () => ({ query: {}, body: { email: stranger(), password } }), {
    unverified: 200,
  }),
  on(library.recover, () => ({ query: {}, body: { email: stranger() } }), { unverified: 200 }),
  on(library.resend, () => ({ query: {}, body: { email: stranger(), type: 'signup' } }), { unverified: 200 }),
  on(library.verifyToken, () => ({ query: {}, body: { type: 'signup', token_hash: unknownToken } }), {
    unverified: 'otp_expired',
    because: 'only the mailed link gives a session',
    withoutProof: refused('otp_expired'),
  }),
  on(library.endSession, () => ({ query: { scope: 'local' } }), { unverified: 204, endsSession: true }),
  on(library.getSigningKeys, nothing, { unverified: 200 }),
  on(passkeys.startPasskeyRegistration, () => ({ body: {} })),
  on(passkeys.verifyPasskeyRegistration, aPasskeyMade, {
    because: 'only the session that asked for a challenge answers it',
    except: to(ok, 'the owner'),
    withoutProof: refused('webauthn_challenge_not_found'),
  }),
  on(passkeys.startPasskeySignIn, () => ({ body: {} }), { unverified: 200 }),
  on(passkeys.verifyPasskeySignIn, aPasskeyShown, {
    unverified: 'webauthn_verification_failed',
    because: 'only the passkey signs in',
    withoutProof: refused('webauthn_verification_failed'),
  }),
  on(passkeys.listPasskeys, nothing),
  on(passkeys.renamePasskey, ({ owner }) => ({
    params: { id: owner.passkey.id },
    body: { friendly_name: newName() },
  })),
  on(passkeys.deletePasskey, ({ owner }) => ({ params: { id: owner.passkey.id } })),
];
