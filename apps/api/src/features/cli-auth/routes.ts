import * as contract from '@ballast/contract/cli-auth';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { authorizeRequest, denyRequest, openRequest } from './answer-request.ts';
import { listDevicesOf, logOutDevice, revokeDeviceOf } from './devices.ts';
import { fetchToken } from './fetch-token.ts';
import { startRequest } from './start-request.ts';
import { openWaitingRoom } from './waiting-room.ts';

export const cliAuthRoutes = (serve: Serve, deps: Deps) => {
  const waitingRoom = openWaitingRoom(deps);

  serve(contract.startCliAuth, ({ body, client }) => startRequest(deps, body, client));
  serve(contract.getCliRequest, ({ params, client }) => openRequest(deps, params.state, client));
  serve(contract.completeCliAuth, ({ session, body, client }) =>
    authorizeRequest(deps, session.user, body.state, client),
  );
  serve(contract.denyCliAuth, ({ session, body, client }) =>
    denyRequest(deps, session.user.id, body.state, client),
  );
  serve(contract.fetchCliToken, ({ body, client, gone }) =>
    fetchToken(deps, waitingRoom, body, client, gone()),
  );
  serve(contract.logOutCli, ({ session, client }) => logOutDevice(deps, session, client));
  serve(contract.listDevices, ({ session }) => listDevicesOf(deps, session.user.id));
  serve(contract.revokeDevice, ({ session, params, client }) =>
    revokeDeviceOf(deps, session.user.id, params.id, client),
  );
};
