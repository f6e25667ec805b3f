import * as auth from '@ballast/contract/auth';
import * as library from '@ballast/contract/session';
import { listSessions, revokeOtherSessions, revokeSession } from '@ballast/contract/session-list';
import type { Deps } from '../../deps.ts';
import type { Call, Serve } from '../../http/serve.ts';
import { consume } from '../../throttles.ts';
import { sessionUserOf, toUser } from '../../users.ts';
import { askForEmailChange, confirmNewEmail } from './change-email.ts';
import { askForReset } from './forgot-password.ts';
import { issueTokenFor, verifyTokenFor } from './issue-token.ts';
import { emailOf, signUpFromLibrary, updateUserFromLibrary } from './library-calls.ts';
import { listSessionsOf, revokeOtherSessionsOf, revokeSessionOf } from './list-sessions.ts';
import { logInWithPassword } from './log-in.ts';
import { logOutOf } from './log-out.ts';
import { exchangeOf } from './pkce.ts';
import { resendVerificationTo } from './resend-verification.ts';
import { resetPasswordByLink } from './set-password.ts';
import { signUpAccount } from './sign-up.ts';
import { verifyEmailByLink } from './verify-email.ts';

export const authRoutes = (serve: Serve, deps: Deps) => {
  portalRoutes(serve, deps);
  sessionListRoutes(serve, deps);
  libraryRoutes(serve, deps);
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
    resendVerificationTo(deps, session.user.email, client),
  );
  serve(auth.resendVerificationEmail, ({ body, client }) => resendVerificationTo(deps, body.email, client));
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

const libraryRoutes = (serve: Serve, deps: Deps) => {
  const exchangeFor = ({ body, query }: Pick<Call<typeof library.recover>, 'body' | 'query'>, page: string) =>
    exchangeOf(deps.config, body, query.redirect_to, page);

  serve(library.issueToken, (call) => issueTokenFor(deps, call));
  serve(library.getSessionUser, ({ session }) => sessionUserOf(deps.db, session.user));
  serve(library.updateSessionUser, (call) => updateUserFromLibrary(deps, call));
  serve(library.signUpByLibrary, (call) => signUpFromLibrary(deps, call));
  serve(library.recover, async (call) => {
    await askForReset(deps, emailOf(call.body.email), call.client, exchangeFor(call, '/reset-password'));
    return {};
  });
  serve(library.resend, async (call) => {
    await resendVerificationTo(
      deps,
      emailOf(call.body.email),
      call.client,
      exchangeFor(call, '/verify-email'),
    );
    return {};
  });
  serve(library.verifyToken, (call) => verifyTokenFor(deps, call));
  serve(library.endSession, ({ session, query, client }) => logOutOf(deps, session, query.scope, client));
  serve(library.getSigningKeys, () => deps.accessTokens.jwks, { 'cache-control': 'public, max-age=600' });
};
