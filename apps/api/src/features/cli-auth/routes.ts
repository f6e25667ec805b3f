import * as contract from '@ballast/contract/cli/cli-auth';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { countSignIn } from '../../identity/sessions/count-sign-in.ts';
import { asksForProduction, authorizeRequest, denyRequest, readRequest } from './answer-request.ts';
import { createToken, refuseWider } from './create-token.ts';
import { listDevices, logOutDevice, revokeDevice } from './devices.ts';
import { fetchToken } from './fetch-token.ts';
import { startRequest } from './requests.ts';
import { openWaitingRoom } from './waiting-room.ts';

export const cliAuthRoutes = (serve: Serve, deps: Deps) => {
  const waitingRoom = openWaitingRoom(deps);

  serve(contract.startCliAuth, ({ actor, body }) => startRequest(deps, actor, body));
  serve(contract.getCliRequest, ({ actor, params }) => readRequest(deps, actor, params.state));
  serve(contract.completeCliAuth, ({ actor, body }) => authorizeRequest(deps, actor, actor.user, body), {
    needsProof: ({ actor, body }) => asksForProduction(deps, actor, body.state),
  });
  serve(contract.denyCliAuth, ({ deps, actor, body }) => denyRequest(deps, actor, actor.user.id, body.state));
  serve(contract.fetchCliToken, ({ actor, body, gone }) =>
    countSignIn(
      deps,
      'cli',
      fetchToken(deps, actor, waitingRoom, body, gone()),
      ({ status }) => status === 'GRANTED',
    ),
  );
  serve(contract.logOutCli, ({ deps, actor }) => logOutDevice(deps, actor));
  serve(contract.listDevices, ({ actor }) => listDevices(deps, actor.user.id));
  serve(
    contract.createCliToken,
    ({ actor, body, once }) => createToken(deps, actor, actor.user, body, once),
    {
      headers: { 'cache-control': 'no-store' },
      refuseCaller: ({ actor, body }) => refuseWider(deps, actor, body),
    },
  );
  serve(contract.revokeDevice, ({ deps, actor, params }) =>
    revokeDevice(deps, actor, actor.user.id, params.id),
  );
};
