import type { RefusedCall } from '@ballast/contract/http/client';

// What a person was doing when the portal asked for a proof, by the call that it refused.
const purposes: [method: string, path: RegExp, purpose: string][] = [
  ['POST', /\/api-keys$/, 'create a production key'],
  ['GET', /\/api-keys\/[^/]+$/, 'show this production key'],
  ['PUT', /\/api-keys\/[^/]+$/, 'change what this production key may do'],
  ['POST', /\/api-keys\/[^/]+\/rotate$/, 'rotate this production key'],
  ['POST', /\/cli\/auth\/complete$/, 'let the command line use production'],
  ['POST', /\/cli\/tokens$/, 'create a token'],
  ['POST', /\/auth\/change-email$/, 'change your email'],
  ['POST', /\/auth\/oauth\/link$/, 'connect an account'],
  ['POST', /\/auth\/oauth\/disconnect$/, 'disconnect an account'],
  ['GET', /\/users\/export$/, 'download your data'],
  ['DELETE', /\/users\/profile$/, 'delete your account'],
  ['PUT', /\/user$/, 'change your password'],
  ['POST', /\/factors$/, 'add a second step'],
  ['DELETE', /\/factors\/[^/]+$/, 'remove a second step'],
  ['POST', /\/factors\/recovery-codes/, 'create recovery codes'],
  ['DELETE', /\/factors\/recovery-codes/, 'remove your recovery codes'],
  ['POST', /\/passkeys\/registration/, 'add a passkey'],
  ['DELETE', /\/passkeys\/[^/]+$/, 'remove a passkey'],
];

export const purposeOf = (refused: RefusedCall | null) => {
  if (!refused) return 'continue';
  const { method, address } = refused;
  const [pathname = ''] = address.split('?');
  const [, , purpose] = purposes.find(([verb, path]) => verb === method && path.test(pathname)) ?? [];
  return purpose ?? 'continue';
};
