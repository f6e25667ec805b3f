// The addresses of the web app's screens. The router draws them, and the server answers every other address with 404.
import { keepAccountPath } from './auth/keep-account-path.ts';
import { notMePath } from './auth/not-me-path.ts';
import { withoutTrailingSlashes } from './http/trailing-slashes.ts';

export const screens = {
  home: '/',
  auth: '/auth',
  authCallback: '/auth/callback',
  secondFactor: '/auth/second-factor',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  thisWasNotMe: notMePath,
  keepAccount: keepAccountPath,
  onboarding: '/onboarding',
  dashboard: '/dashboard',
  cliAuth: '/cli/auth',
  support: '/support',
} as const;

// It shows the parts that screens are made of, and only developers of the portal see it.
export const devUiScreen = '/dev/ui';

const addresses = new Set<string>(Object.values(screens));
const keyPage = /^\/dashboard\/keys\/[^/]+$/;

export const withoutTrailingSlash = (path: string) => withoutTrailingSlashes(path) || '/';

// The page of a key is a part of the dashboard.
export const isKeyPage = (path: string) => keyPage.test(path);

export const isScreen = (path: string) => {
  const address = withoutTrailingSlash(path);
  return addresses.has(address) || isKeyPage(address);
};
