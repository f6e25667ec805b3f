// The variables that one feature alone reads. They are listed apart from features.ts, because a primary reads the settings and must not
// load the features.
import { leakSettings } from '../features/api-keys/leaks/settings.ts';
import { keyScopes } from '../features/api-keys/restrictions/key-scopes.ts';
import { faucetSettings } from '../features/faucet/settings.ts';
import type { Settings } from '../runtime/settings/declared.ts';

export const featureSettings: Settings[] = [keyScopes, leakSettings, faucetSettings];
