import { nextCursorHeader } from '@ballast/contract/http/paging';
import * as contract from '@ballast/contract/requests/requests';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { groupRequests } from './group-requests.ts';
import { listRequests } from './list-requests.ts';
import type { Filters } from './read-requests.ts';
import { openSearchesInTurn } from './search-in-turn.ts';
import { openWaitingRoom } from './waiting-room.ts';

// No index has these, so rare values are looked for among all rows.
const isSearch = ({ reason, address, userAgent, method, path, keyId, environment }: Filters) =>
  Boolean(reason ?? address ?? userAgent ?? method ?? path ?? (keyId && environment));

export const requestRoutes = (serve: Serve, deps: Deps) => {
  const room = openWaitingRoom(deps);
  const inTurnOf = openSearchesInTurn();
  serve(
    contract.listRequests,
    async ({ actor, query, setHeader, gone }) => {
      const turns = { room, inTurn: inTurnOf(actor, gone), gone };
      const { rows, nextCursor, nextAfter } = await listRequests(deps, actor, actor.user.id, query, turns);
      if (nextCursor) setHeader(nextCursorHeader, nextCursor);
      if (nextAfter) setHeader(contract.nextAfterHeader, nextAfter);
      return rows;
    },
    // A call that waits must not keep a place meanwhile, and is in turn (search-in-turn.ts).
    { isCostly: ({ query }) => !query.after && !query.wait && isSearch(query) },
  );
  serve(contract.groupRequests, ({ actor, query }) => groupRequests(deps, actor.user.id, query));
};
