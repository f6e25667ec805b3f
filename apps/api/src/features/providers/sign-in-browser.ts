// The cookie ties a provider sign-in to the browser that began it.
import { stateMinutes } from '@ballast/contract/providers';
import { browserCookie } from '../../identity/browser-cookie.ts';

export const signInBrowser = browserCookie('oauth-browser', stateMinutes * 60);
