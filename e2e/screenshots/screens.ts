// Every screen and the states that it can be in.
import { beside } from './screens/beside.ts';
import { keys } from './screens/keys.ts';
import { signedOut } from './screens/signed-out.ts';
import { tabs } from './screens/tabs.ts';

export const screens = [...signedOut, ...keys, ...tabs, ...beside];
