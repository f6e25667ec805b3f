// A token of the command line does what its scopes say. What is about keys is asked here, because only the call knows which
// keys it is about; authenticate.ts asks the rest.

import { type CliScope, cliScopeMessages, missingScope, scopeOfKeys } from '@ballast/contract/cli/cli-scopes';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import type { Environment } from '@ballast/contract/keys/api-keys';
import type { Actor } from '../../identity/actor.ts';
import { Failure } from '../../runtime/failure.ts';

export const scopeMissing = (scope: CliScope) =>
  new Failure('scope_missing', { message: cliScopeMessages.missing(scope), body: { details: { scope } } });

export const requireScope = ({ cli }: Endpoint, { grant }: Actor, environments: readonly Environment[]) => {
  const missing = cli && grant && missingScope(cli, grant.scopes, environments);
  if (missing) throw scopeMissing(missing);
};

// Whether the values of an environment's keys are for this caller, as far as scopes say.
export const hasKeyScope = ({ grant }: Actor, environment: Environment) =>
  !grant || grant.scopes.includes(scopeOfKeys[environment]);
