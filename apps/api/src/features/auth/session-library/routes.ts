import * as contract from '@ballast/contract/auth/session';
import type { Serve } from '../../../http/call.ts';
import type { Deps } from '../../../http/deps.ts';
import { readSessionUser } from '../../../identity/users.ts';
import { logOut } from '../end-sessions.ts';
import { mailCode } from '../mailed-codes.ts';
import { issueToken, verifyToken } from './issue-token.ts';
import { recover, resend, signUpByLibrary } from './library-calls.ts';
import { needsFreshSession, updateSessionUser } from './update-user.ts';

export const sessionLibraryRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.issueToken, ({ actor, query, body, cookies }) =>
    issueToken(deps, actor, cookies, query.grant_type, body),
  );
  serve(contract.getSessionUser, ({ actor }) =>
    readSessionUser(deps.db, actor.user, deps.now(), actor.kind === 'recovery' ? 'recovery' : 'browser'),
  );
  serve(
    contract.updateSessionUser,
    ({ actor, body, cookies }) => updateSessionUser(deps, actor, cookies, actor.user, body),
    {
      needsProof: ({ actor, body }) => needsFreshSession(actor, actor.user, body),
    },
  );
  serve(contract.reauthenticate, ({ actor }) => mailCode(deps, actor, actor.user));
  serve(contract.signUpByLibrary, ({ actor, body, query, cookies }) =>
    signUpByLibrary(deps, actor, cookies, body, query),
  );
  serve(contract.recover, ({ actor, body, query, cookies }) => recover(deps, actor, cookies, body, query));
  serve(contract.resend, ({ actor, body, query }) => resend(deps, actor, body, query));
  serve(contract.verifyToken, ({ actor, body, cookies }) => verifyToken(deps, actor, cookies, body));
  serve(contract.endSession, ({ deps, actor, query }) => logOut(deps, actor, query.scope));
  serve(contract.getSigningKeys, () => deps.accessTokens.jwks, {
    headers: { 'cache-control': 'public, max-age=600' },
  });
};
