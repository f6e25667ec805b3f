// What each caller must get, by what the endpoint says of itself.
import type { Endpoint } from '@ballast/contract/endpoint';
import { type ErrorCode, errors } from '@ballast/contract/errors';
import { sessionLibraryCodes } from '@ballast/contract/session';
import type { CallerName } from './callers.ts';

export type Expected = { status: number; code: string | null };

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
  return refused(caller === 'a revoked session' ? 'session_not_found' : 'bad_jwt');
};

// What carries an id of the owner's does not exist for another user; without one they are served their own.
const anotherUser: Rule = (endpoint) =>
  endpoint.path.includes('/:') ? refused('not_found') : served(endpoint);

const forSessions: Partial<Record<CallerName, Rule>> = {
  'another user': (endpoint) => (endpoint.auth === 'cli' ? refused('only_for_cli') : anotherUser(endpoint)),
  'an unverified user': (endpoint) => {
    if (endpoint.auth.startsWith('verified')) return refused('email_not_verified');
    return endpoint.auth === 'cli' ? refused('only_for_cli') : anotherUser(endpoint);
  },
  'a reset session': (endpoint) =>
    endpoint.auth === 'any-session' || endpoint.auth === 'verified-or-reset'
      ? served(endpoint)
      : refused('unauthorized'),
  'a CLI token': (endpoint) =>
    endpoint.cli || endpoint.auth === 'cli' ? served(endpoint) : refused('not_for_cli'),
};

const forSession = (endpoint: Endpoint, caller: CallerName) =>
  forSessions[caller]?.(endpoint) ?? noSession(endpoint, caller);

export const expectedOf = (endpoint: Endpoint, caller: CallerName): Expected => {
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
      return isKey(caller) ? served(endpoint) : refused('key_unknown');
    default:
      return forSession(endpoint, caller);
  }
};
