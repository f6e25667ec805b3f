// The addresses of the web app's screens. The router draws them, and the server answers every other address with 404.

// `/\/+$/` would start again at every slash: a stranger could ask for seconds of work with one long path.
export const withoutTrailingSlashes = (text: string) => {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

export const screens = {
  home: '/',
  auth: '/auth',
  authCallback: '/auth/callback',
  secondFactor: '/auth/second-factor',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  thisWasNotMe: '/auth/this-was-not-me',
  keepAccount: '/auth/keep-account',
  onboarding: '/onboarding',
  dashboard: '/dashboard',
  cliAuth: '/cli/auth',
  support: '/support',
} as const;

// Shows developers of the portal the parts that screens are made of.
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
