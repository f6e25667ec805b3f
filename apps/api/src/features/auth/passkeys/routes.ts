import * as contract from '@ballast/contract/auth/passkeys';
import type { Serve } from '../../../http/call.ts';
import type { Deps } from '../../../http/deps.ts';
import { countSignIn } from '../../../identity/sessions/count-sign-in.ts';
import { deletePasskey, findPasskey, listPasskeys, renamePasskey } from './own-passkeys.ts';
import { startRegistration, verifyRegistration } from './register-passkey.ts';
import { startSignIn, verifySignIn } from './sign-in.ts';

export const passkeyRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.startPasskeyRegistration, ({ actor }) => startRegistration(deps, actor, actor.user));
  serve(contract.verifyPasskeyRegistration, ({ actor, body }) =>
    verifyRegistration(deps, actor, actor.user, body.challenge_id, body.credential),
  );
  serve(contract.startPasskeySignIn, ({ actor }) => startSignIn(deps, actor));
  serve(contract.verifyPasskeySignIn, ({ actor, body, cookies }) =>
    countSignIn(deps, 'passkey', verifySignIn(deps, actor, cookies, body.challenge_id, body.credential)),
  );
  serve(contract.listPasskeys, ({ actor }) => listPasskeys(deps, actor.user.id));
  serve(contract.renamePasskey, ({ actor, params, body }) =>
    renamePasskey(deps, actor.user.id, params.id, body.friendly_name),
  );
  serve(
    contract.deletePasskey,
    ({ deps, actor, params }) => deletePasskey(deps, actor, actor.user, params.id),
    {
      refuseFirst: ({ deps, actor, params }) => findPasskey(deps.db, actor.user.id, params.id),
    },
  );
};
