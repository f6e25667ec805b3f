import { nextCursorHeader } from '@ballast/contract/http/paging';
import * as contract from '@ballast/contract/keys/api-keys';
import * as refusals from '@ballast/contract/keys/key-refusals';
import { listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { type EnvironmentUsage, getKeyUsage, getUsage, isLongUsage } from '@ballast/contract/keys/key-usage';
import * as dryRun from '@ballast/contract/keys/network-dry-run';
import * as requests from '@ballast/contract/keys/rate-limit-requests';
import * as restoring from '@ballast/contract/keys/restore-key';
import { shareRunning } from '../../db/queries/share-running.ts';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { settingsOf } from '../../runtime/settings/declared.ts';
import { createKey, isForProduction } from './create-key.ts';
import { deleteKey, deleteKeys } from './delete-keys.ts';
import { getKey, listKeys } from './list-keys.ts';
import { environmentsOfKeys, isProductionKey } from './owned-key.ts';
import { listKeyRequests, listRequests, requestRateLimit } from './request-rate-limit.ts';
import { restoreKey, restoreKeys } from './restore-key.ts';
import { keyScopes } from './restrictions/key-scopes.ts';
import { readRestrictions } from './restrictions/restrictions.ts';
import { tryNetworks } from './restrictions/try-networks.ts';
import { endGrace, rotateKey } from './rotate-key.ts';
import { needsProofToUpdate, updateKey } from './update-key.ts';
import { listRefusals, readKeyUsage, readUsage } from './usage/read-usage.ts';

type OneKey = { deps: Deps; actor: Actor; params: { id: string } };

const environmentsOf = ({ deps, actor, params }: OneKey) =>
  environmentsOfKeys(deps.db, actor.user.id, [params.id]);

const isOfProduction = ({ deps, actor, params }: OneKey) =>
  isProductionKey(deps.db, actor.user.id, params.id);

export const apiKeyRoutes = (serve: Serve, deps: Deps) => {
  keyRoutes(serve, deps);
  restoringRoutes(serve, deps);
  requestRoutes(serve, deps);
  usageRoutes(serve, deps);
};

const keyRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.createKey, ({ actor, body, once }) => createKey(deps, actor, actor.user, body, once), {
    needsProof: ({ actor, body }) => {
      readRestrictions(deps, body);
      return isForProduction(deps, actor.user, body.environment);
    },
    environmentsOf: ({ body }) => [body.environment],
    isCostly: ({ body }) => body.environment === 'PRODUCTION',
  });
  serve(
    contract.listKeys,
    async ({ actor, query, setHeader }) => {
      const { keys, nextCursor } = await listKeys(deps, actor, actor.user.id, query);
      if (nextCursor) setHeader(nextCursorHeader, nextCursor);
      return keys;
    },
    { environmentsOf: ({ query }) => (query.environment ? [query.environment] : []) },
  );
  serve(contract.getKey, ({ actor, params }) => getKey(deps, actor, actor.user.id, params.id), {
    needsProof: isOfProduction,
    environmentsOf,
  });
  serve(
    contract.updateKey,
    ({ actor, params, body }) => updateKey(deps, actor, actor.user.id, params.id, body),
    {
      needsProof: ({ actor, params, body }) => needsProofToUpdate(deps, actor.user.id, params.id, body),
      environmentsOf,
      isCostly: ({ actor, params, body }) => needsProofToUpdate(deps, actor.user.id, params.id, body),
    },
  );
  serve(listKeyScopes, () => settingsOf(deps.config, keyScopes));
  serve(
    contract.rotateKey,
    ({ deps, actor, params, body, once }) =>
      rotateKey(deps, actor, actor.user.id, params.id, body.graceSeconds, once),
    { needsProof: isOfProduction, environmentsOf, isCostly: isOfProduction },
  );
  // It takes a value away and gives none, so it needs no proof.
  serve(contract.endGrace, ({ deps, actor, params }) => endGrace(deps, actor, actor.user.id, params.id), {
    environmentsOf,
  });
  serve(contract.deleteKey, ({ deps, actor, params }) => deleteKey(deps, actor, actor.user.id, params.id), {
    environmentsOf,
  });
  serve(contract.deleteKeys, ({ deps, actor, body }) => deleteKeys(deps, actor, actor.user.id, body.ids), {
    environmentsOf: ({ deps, actor, body }) => environmentsOfKeys(deps.db, actor.user.id, body.ids),
  });
};

const restoringRoutes = (serve: Serve, deps: Deps) => {
  serve(restoring.restoreKey, ({ actor, params }) => restoreKey(deps, actor, actor.user.id, params.id), {
    environmentsOf,
  });
  serve(restoring.restoreKeys, ({ actor, body }) => restoreKeys(deps, actor, actor.user.id, body.ids), {
    environmentsOf: ({ deps, actor, body }) => environmentsOfKeys(deps.db, actor.user.id, body.ids),
  });
};

const requestRoutes = (serve: Serve, deps: Deps) => {
  serve(
    requests.requestRateLimit,
    ({ actor, params, body, once }) =>
      requestRateLimit(deps, actor, actor.user.id, { keyId: params.id, ...body }, once),
    { environmentsOf },
  );
  serve(requests.listKeyRequests, ({ actor, params }) => listKeyRequests(deps, actor.user.id, params.id), {
    environmentsOf,
  });
  serve(requests.listRequests, ({ actor }) => listRequests(deps, actor.user.id));
};

const usageRoutes = (serve: Serve, deps: Deps) => {
  // A sum over all keys and thirty days: one at a time for one owner.
  const shareUsage = shareRunning<EnvironmentUsage>();
  serve(
    getUsage,
    ({ actor, query }) =>
      shareUsage(`${actor.user.id} ${JSON.stringify(query)}`, () => readUsage(deps, actor.user.id, query)),
    {
      environmentsOf: ({ query }) => [query.environment],
      // A screen reads the last hour every few seconds.
      isCostly: ({ query }) => (query.window === '1h' ? 'in turn' : true),
    },
  );
  serve(refusals.listRefusals, ({ actor, params }) => listRefusals(deps, actor.user.id, params.id), {
    environmentsOf,
  });
  serve(
    dryRun.tryNetworks,
    ({ actor, params, body }) => tryNetworks(deps, actor.user.id, params.id, body.allowedNetworks),
    { environmentsOf },
  );
  serve(getKeyUsage, ({ actor, params, query }) => readKeyUsage(deps, actor.user.id, params.id, query), {
    environmentsOf,
    isCostly: ({ query }) => isLongUsage(query),
  });
};
