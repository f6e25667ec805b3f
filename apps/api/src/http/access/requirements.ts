// What a call needs besides a session: a recent proof of who is there, or a scope of a command line's token.
import { type CliScope, cliScopeMessages, missingScope, scopeOfKeys } from '@ballast/contract/cli/cli-scopes';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import type { Environment } from '@ballast/contract/keys/api-keys';
import type { Db } from '../../db/connections/open.ts';
import type { Actor, Owner } from '../../identity/actor.ts';
import { isFresh, proofMethods } from '../../identity/proofs/proofs.ts';
import { Failure } from '../../runtime/failure.ts';
import type { Deps } from '../deps.ts';

// A token of the command line was given with such a proof.
export const isProven = ({ now }: Deps, actor: Actor) =>
  actor.kind === 'cli' || isFresh(actor.proofs, now(), actor);

export const notProven = async (tx: Db, owner: Owner) =>
  new Failure('reauthentication_required', { body: { methods: await proofMethods(tx, owner) } });

export const requireFresh = async (deps: Deps, actor: Actor) => {
  if (!isProven(deps, actor)) throw await notProven(deps.db, actor.user);
};

// Only the call knows which keys it is about; authenticate.ts checks the other scopes.
export const scopeMissing = (scope: CliScope) =>
  new Failure('scope_missing', { message: cliScopeMessages.missing(scope), body: { details: { scope } } });

export const requireScope = ({ cli }: Endpoint, { grant }: Actor, environments: readonly Environment[]) => {
  const missing = cli && grant && missingScope(cli, grant.scopes, environments);
  if (missing) throw scopeMissing(missing);
};

export const hasKeyScope = ({ grant }: Actor, environment: Environment) =>
  !grant || grant.scopes.includes(scopeOfKeys[environment]);
