// Every screen and the states that it can be in.
import { requestsPage, screens, tabNames } from '@ballast/contract/screens';
import { beside } from './screens/beside.ts';
import { keys } from './screens/keys.ts';
import { requests } from './screens/requests.ts';
import { signedOut } from './screens/signed-out.ts';
import { tabs } from './screens/tabs.ts';

export const pictureGroups = { 'signed out': signedOut, keys, requests, tabs, beside };

export const pictures = Object.values(pictureGroups).flat();

const { home: _, ...shown } = screens;
for (const screen of [...Object.keys(shown), ...tabNames, requestsPage])
  if (!pictures.some(({ name }) => name === screen || name.startsWith(`${screen}-`)))
    throw new Error(`No picture shows the screen ${screen}. Add one to e2e/screenshots/screens.`);
