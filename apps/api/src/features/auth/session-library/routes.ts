import * as library from '@ballast/contract/session';
import type { Deps } from '../../../deps.ts';
import type { Call, Serve } from '../../../http/serve.ts';
import { sessionUserOf } from '../../../users.ts';
import { askForReset } from '../forgot-password.ts';
import { logOutOf } from '../log-out.ts';
import { resendVerification } from '../verification-mail.ts';
import { issueTokenFor, verifyTokenFor } from './issue-token.ts';
import { emailOf, signUpFromLibrary, updateUserFromLibrary } from './library-calls.ts';
import { exchangeOf } from './pkce.ts';

// The calls of the session library, in its own dialect.
export const sessionLibraryRoutes = (serve: Serve, deps: Deps) => {
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
    await resendVerification(deps, emailOf(call.body.email), call.client, exchangeFor(call, '/verify-email'));
    return {};
  });
  serve(library.verifyToken, (call) => verifyTokenFor(deps, call));
  serve(library.endSession, ({ session, query, client }) => logOutOf(deps, session, query.scope, client));
  serve(library.getSigningKeys, () => deps.accessTokens.jwks, { 'cache-control': 'public, max-age=600' });
};
