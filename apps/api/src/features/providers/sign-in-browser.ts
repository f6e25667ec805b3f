// The cookie ties a provider sign-in to the browser that began it.
import { stateMinutes } from '@ballast/contract/auth/providers';
import { browserCookie } from '../../identity/sessions/browser-cookie.ts';

export const signInBrowser = browserCookie('oauth-browser', stateMinutes * 60);
