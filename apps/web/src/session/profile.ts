import { getProfile } from '@ballast/contract/profile';
import { call } from './api.ts';
import { updateUser } from './session-state.ts';

export const refreshProfile = async () => updateUser(await call(getProfile));
