import { screens } from '@ballast/contract/screens';

// A sign-in that the command line started returns to this address.
const cliAuth = screens['cli-auth'].path;

// Only an address of this one screen is accepted: anything else could be an open redirect.
export const cliAuthTarget = (from: string | null) => {
  if (!from?.startsWith(cliAuth)) return null;
  const url = new URL(from, 'http://portal.invalid');
  return url.pathname === cliAuth ? `${cliAuth}${url.search}` : null;
};
