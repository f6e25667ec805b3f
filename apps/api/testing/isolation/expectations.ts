// What each caller must get, by what the endpoint says of itself.

import { sessionLibraryCodes } from '@ballast/contract/auth/session';
import { type CliScope, cliScopes, missingScope } from '@ballast/contract/cli/cli-scopes';
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { type ErrorCode, errors } from '@ballast/contract/http/errors';
import type { CallerName } from './callers.ts';
import type { Case, Expected } from './cases.ts';
import { beforeSecondFactor } from './second-factor-owed.ts';

export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${routeOf(endpoint)}`;

export const refused = (code: ErrorCode): Expected => ({ status: errors[code].status, code });
const served = ({ status = 200 }: Endpoint): Expected => ({ status, code: null });

const libraryCodes: Partial<Record<string, string>> = sessionLibraryCodes;

// The session library has names of its own for some refusals.
export const inDialect = ({ dialect }: Endpoint, { status, code }: Expected): Expected => ({
  status,
  code: (dialect && code ? libraryCodes[code] : undefined) ?? code,
});

type Rule = (endpoint: Endpoint) => Expected;

const isKey = (caller: CallerName) => /\bkey\b/.test(caller);

// Whose session is no session, in the words of the portal and of the session library.
const noSession = ({ dialect }: Endpoint, caller: CallerName): Expected => {
  if (!dialect) return refused('unauthorized');
  if (caller === 'nobody') return refused('no_authorization');
  return refused(isKey(caller) || caller === 'an expired token' ? 'bad_jwt' : 'session_not_found');
};

const suspended: Rule = ({ dialect }) => refused(dialect ? 'account_suspended' : 'unauthorized');

// What carries an id of the owner's does not exist for another user; without one they are served their own.
const anotherUser: Rule = (endpoint) => {
  if (endpoint.auth === 'cli') return refused('only_for_cli');
  return endpoint.path.includes('/:') ? refused('not_found') : served(endpoint);
};

const forToken =
  (scopes: readonly CliScope[]): Rule =>
  (endpoint) => {
    if (endpoint.auth === 'cli') return served(endpoint);
    if (!endpoint.cli) return refused('not_for_cli');
    return missingScope(endpoint.cli, scopes, ['SANDBOX']) ? refused('scope_missing') : served(endpoint);
  };

const forScopedTokens = Object.fromEntries(
  cliScopes.map((scope) => [`a CLI token for ${scope}`, forToken([scope])]),
) as Partial<Record<CallerName, Rule>>;

const forSessions: Partial<Record<CallerName, Rule>> = {
  'the owner': (endpoint) => (endpoint.auth === 'cli' ? refused('only_for_cli') : served(endpoint)),
  'another user': anotherUser,
  'a user without a password': anotherUser,
  'a user who has shown the second factor': anotherUser,
  'a user who owes the second factor': (endpoint) => {
    if (endpoint.auth === 'cli') return refused('only_for_cli');
    return beforeSecondFactor.has(nameOf(endpoint)) ? anotherUser(endpoint) : refused('insufficient_aal');
  },
  'a reset session': (endpoint) =>
    endpoint.auth === 'any-session' || endpoint.auth === 'verified-or-reset'
      ? served(endpoint)
      : refused('unauthorized'),
  'a suspended user': suspended,
  'a CLI token of a suspended user': suspended,
  'a CLI token': forToken(cliScopes),
  ...forScopedTokens,
};

const forUnverified = (answer: number | ErrorCode): Expected =>
  typeof answer === 'number' ? { status: answer, code: null } : refused(answer);

const forSession = (endpoint: Endpoint, caller: CallerName) =>
  forSessions[caller]?.(endpoint) ?? noSession(endpoint, caller);

const forKey = (endpoint: Endpoint, caller: CallerName): Expected => {
  if (caller === 'a key of a suspended user') return refused('account_suspended');
  if (caller === 'a key of a leaving user') return refused('key_revoked');
  return isKey(caller) ? served(endpoint) : refused('key_unknown');
};

export const expectedOf = ({ endpoint, unverified }: Case, caller: CallerName): Expected => {
  if (caller === 'an unverified user') return forUnverified(unverified);
  switch (endpoint.auth) {
    // What anybody may call looks at nothing that the caller shows, unless it does more for those who are signed in.
    case 'public':
      return endpoint.takesSession && !endpoint.dialect && caller !== 'nobody'
        ? forSession(endpoint, caller)
        : served(endpoint);
    // The operator's socket is no part of the network.
    case 'operator':
      return refused('no_such_route');
    case 'api-key':
      return forKey(endpoint, caller);
    default:
      return forSession(endpoint, caller);
  }
};
