// What matters most wants a proof of who is there that is not old. serve.ts asks for it, for every endpoint that says so.

import type { Db } from '../../db/connections/open.ts';
import type { Actor } from '../../identity/actor.ts';
import type { Owner } from '../../identity/owner.ts';
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
