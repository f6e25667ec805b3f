import { getProfile } from '@ballast/contract/profile';
import { call } from './api.ts';
import { loadUser } from './session-state.ts';

export const refreshProfile = () => loadUser(() => call(getProfile));
