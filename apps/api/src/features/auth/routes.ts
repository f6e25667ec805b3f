import * as contract from '@ballast/contract/auth/auth';
import { checkPassword as checkPasswordCall } from '@ballast/contract/auth/check-password';
import { keepAccount as keepAccountCall } from '@ballast/contract/auth/leaving';
import * as sessionList from '@ballast/contract/auth/session-list';
import { thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { countSignIn } from '../../identity/sessions/count-sign-in.ts';
import { toUser } from '../../identity/users.ts';
import { confirmEmailChange, refuseSameEmail, requestEmailChange } from './email-address/change-email.ts';
import { resendVerification } from './email-address/verification-mail.ts';
import { verifyEmail } from './email-address/verify-email.ts';
import { listSessions, logOut, revokeOtherSessions, revokeSession } from './end-sessions.ts';
import { keepAccount } from './keep-account.ts';
import { logIn } from './log-in.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { requestPasswordReset } from './password/forgot-password.ts';
import { checkPassword, resetPassword } from './password/set-password.ts';
import { sessionLibraryRoutes } from './session-library/routes.ts';
import { signUp } from './sign-up/sign-up.ts';
import { isSignUpVerified } from './sign-up/sign-ups.ts';
import { undoByLink } from './this-was-not-me.ts';

export const authRoutes = (serve: Serve, deps: Deps) => {
  portalRoutes(serve, deps);
  sessionListRoutes(serve, deps);
  sessionLibraryRoutes(serve, deps);
  passkeyRoutes(serve, deps);
};

const portalRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.signUp, async ({ actor, body, cookies }) => {
    const user = toUser(await signUp(deps, actor, cookies, body));
    return { user, session: null, message: contract.authMessages.signedUp };
  });
  serve(contract.getSignUpStatus, async ({ actor, body, cookies }) => ({
    verified: await isSignUpVerified(deps, actor, cookies, body.email),
  }));
  serve(checkPasswordCall, ({ actor, body }) => checkPassword(deps, actor, body.password));
  serve(contract.logIn, ({ actor, body, cookies }) =>
    countSignIn(deps, 'password', logIn(deps, actor, cookies, body)),
  );
  serve(contract.logOut, async ({ deps, actor }) => {
    await logOut(deps, actor, 'local');
    return { message: contract.authMessages.loggedOut };
  });
  serve(contract.verifyEmail, ({ actor, body, cookies }) => verifyEmail(deps, actor, cookies, body.token));
  serve(contract.resendVerification, ({ actor }) => resendVerification(deps, actor, actor.user.email));
  serve(contract.resendVerificationEmail, ({ actor, body }) => resendVerification(deps, actor, body.email));
  serve(contract.forgotPassword, ({ actor, body, cookies }) =>
    requestPasswordReset(deps, actor, cookies, { email: body.email, namesProvider: true }),
  );
  serve(contract.resetPassword, ({ actor, body, cookies }) =>
    resetPassword(deps, actor, cookies, body.token, body.password),
  );
  serve(
    contract.changeEmail,
    ({ actor, body }) => requestEmailChange(deps, actor, actor.user, body.newEmail),
    { refuseFirst: ({ actor, body }) => refuseSameEmail(actor.user, body.newEmail) },
  );
  serve(contract.confirmEmailChange, ({ actor, body, cookies }) =>
    confirmEmailChange(deps, actor, cookies, body),
  );
  serve(keepAccountCall, ({ actor, body }) => keepAccount(deps, actor, body.token));
  serve(thisWasNotMe, ({ deps, actor, body }) => undoByLink(deps, actor, body.token));
};

const sessionListRoutes = (serve: Serve, deps: Deps) => {
  serve(sessionList.listSessions, ({ actor }) => listSessions(deps, actor, actor.user.id));
  serve(sessionList.revokeSession, ({ deps, actor, params }) =>
    revokeSession(deps, actor, actor.user.id, params.id),
  );
  serve(sessionList.revokeOtherSessions, ({ deps, actor }) =>
    revokeOtherSessions(deps, actor, actor.user.id),
  );
};
