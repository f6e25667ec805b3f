// Where a sign-in that the command line began leads back to.
export const cliAuth = '/cli/auth';

// Only an address of this very screen is followed: anything else could lead away from the portal.
export const cliAuthTarget = (from: string | null) => {
  if (!from?.startsWith(cliAuth)) return null;
  const url = new URL(from, 'http://portal.invalid');
  return url.pathname === cliAuth ? `${cliAuth}${url.search}` : null;
};
