import * as auth from '@ballast/contract/auth';
import { listSessions, revokeOtherSessions, revokeSession } from '@ballast/contract/session-list';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { consume } from '../../throttles.ts';
import { toUser } from '../../users.ts';
import { askForEmailChange, confirmNewEmail } from './change-email.ts';
import { askForReset } from './forgot-password.ts';
import { listSessionsOf, revokeOtherSessionsOf, revokeSessionOf } from './list-sessions.ts';
import { logInWithPassword } from './log-in.ts';
import { logOutOf } from './log-out.ts';
import { sessionLibraryRoutes } from './session-library/routes.ts';
import { resetPasswordByLink } from './set-password.ts';
import { signUpAccount } from './sign-up.ts';
import { resendVerification } from './verification-mail.ts';
import { verifyEmailByLink } from './verify-email.ts';

export const authRoutes = (serve: Serve, deps: Deps) => {
  portalRoutes(serve, deps);
  sessionListRoutes(serve, deps);
  sessionLibraryRoutes(serve, deps);
};

const portalRoutes = (serve: Serve, deps: Deps) => {
  const limitTokens = (client: { address: string }) =>
    consume(deps.throttles.tokenPerAddress, client.address);

  serve(auth.signUp, async ({ body, client }) => {
    const user = toUser(await signUpAccount(deps, body, client));
    return { user, session: null, message: auth.authMessages.signedUp };
  });
  serve(auth.logIn, ({ body, client }) => logInWithPassword(deps, body, client));
  serve(auth.logOut, async ({ session, client }) => {
    await logOutOf(deps, session, 'local', client);
    return { message: auth.authMessages.loggedOut };
  });
  serve(auth.verifyEmail, async ({ body, client }) => {
    await limitTokens(client);
    return verifyEmailByLink(deps, body.token, client);
  });
  serve(auth.resendVerification, ({ session, client }) =>
    resendVerification(deps, session.user.email, client),
  );
  serve(auth.resendVerificationEmail, ({ body, client }) => resendVerification(deps, body.email, client));
  serve(auth.forgotPassword, ({ body, client }) => askForReset(deps, body.email, client));
  serve(auth.resetPassword, async ({ body, client }) => {
    await limitTokens(client);
    return resetPasswordByLink(deps, body.token, body.password, client);
  });
  serve(auth.changeEmail, ({ session, body, client }) =>
    askForEmailChange(deps, session.user, body.newEmail, client),
  );
  serve(auth.confirmEmailChange, async ({ body, client }) => {
    await limitTokens(client);
    await confirmNewEmail(deps, body.token, client);
    return { message: auth.authMessages.emailChanged };
  });
};

const sessionListRoutes = (serve: Serve, deps: Deps) => {
  serve(listSessions, ({ session }) => listSessionsOf(deps, session));
  serve(revokeSession, ({ session, params, client }) =>
    revokeSessionOf(deps, session.user.id, params.id, client),
  );
  serve(revokeOtherSessions, ({ session, client }) => revokeOtherSessionsOf(deps, session, client));
};
