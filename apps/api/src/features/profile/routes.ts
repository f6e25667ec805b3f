import { getProfile, updateProfile } from '@ballast/contract/profile';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { toUser } from '../../users.ts';
import { updateProfileOf } from './update-profile.ts';

export const profileRoutes = (serve: Serve, deps: Deps) => {
  serve(getProfile, ({ session }) => toUser(session.user));
  serve(updateProfile, ({ session, body, client }) => updateProfileOf(deps, session.user.id, body, client));
};
