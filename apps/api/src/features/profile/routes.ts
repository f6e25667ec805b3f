import * as leaving from '@ballast/contract/auth/leaving';
import * as contract from '@ballast/contract/profile';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { toUser } from '../../identity/users.ts';
import { deleteAccount, refuseOtherAddress } from './delete-account.ts';
import { updateProfile } from './update-profile.ts';

export const profileRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.getProfile, ({ actor }) => toUser(actor.user));
  serve(contract.updateProfile, ({ actor, body }) => updateProfile(deps, actor, actor.user.id, body));
  serve(leaving.deleteAccount, ({ deps, actor }) => deleteAccount(deps, actor, actor.user), {
    refuseFirst: ({ actor, body }) => refuseOtherAddress(actor.user, body.email),
  });
};
