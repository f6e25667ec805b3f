// The token call of the session library: a password or a refresh token for a session.
import * as contract from '@ballast/contract/auth';
import type { issueToken } from '@ballast/contract/session';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Call } from '../../mount.ts';
import { refreshSession } from '../../sessions.ts';
import { logInWithPassword } from './log-in.ts';

export const issueTokenFor = async (deps: Deps, { body, query, client }: Call<typeof issueToken>) => {
  switch (query.grant_type) {
    case 'password': {
      const credentials = contract.logIn.body.safeParse({ email: body.email, password: body.password });
      // Whatever is wrong with them, they do not open the door.
      if (!credentials.success) {
        throw new Failure('invalid_credentials', { message: contract.authMessages.invalidCredentials });
      }
      return (await logInWithPassword(deps, credentials.data, client)).session;
    }
    case 'refresh_token':
      return refreshSession(deps, body.refresh_token ?? '');
    default:
      throw new Failure('unsupported_grant_type', { message: 'unsupported_grant_type' });
  }
};
