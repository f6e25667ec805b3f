import {
  authMessages,
  logIn,
  logOut,
  resendVerification,
  resendVerificationEmail,
  signUp,
  verifyEmail,
} from '@ballast/contract/auth';
import { endSession, getSessionUser, getSigningKeys, issueToken } from '@ballast/contract/session';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../mount.ts';
import { toSessionUser } from '../../users.ts';
import { issueTokenFor } from './issue-token.ts';
import { logInWithPassword } from './log-in.ts';
import { logOutOf } from './log-out.ts';
import { resendVerificationTo } from './resend-verification.ts';
import { signUpWithEmail } from './sign-up.ts';
import { verifyEmailByLink } from './verify-email.ts';

export const authRoutes = (serve: Serve, deps: Deps) => {
  serve(signUp, (call) => signUpWithEmail(deps, call));
  serve(logIn, ({ body, client }) => logInWithPassword(deps, body, client));
  serve(logOut, async ({ session, client }) => {
    await logOutOf(deps, session, 'local', client);
    return { message: authMessages.loggedOut };
  });
  serve(verifyEmail, ({ body, client }) => verifyEmailByLink(deps, body.token, client));
  serve(resendVerification, ({ session }) => resendVerificationTo(deps, session.user.email));
  serve(resendVerificationEmail, ({ body }) => resendVerificationTo(deps, body.email));

  serve(issueToken, (call) => issueTokenFor(deps, call));
  serve(getSessionUser, ({ session }) => toSessionUser(session.user));
  serve(endSession, ({ session, query, client }) => logOutOf(deps, session, query.scope, client));
  serve(getSigningKeys, () => deps.accessTokens.jwks, { 'cache-control': 'public, max-age=600' });
};
