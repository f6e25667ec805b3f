import { getProfile } from '@ballast/contract/profile';
import { call } from './api.ts';
import { updateUser } from './store.ts';

export const refreshProfile = async () => updateUser(await call(getProfile));
