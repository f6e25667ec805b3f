// A cookie that only this portal can make, for the account, its password and its device number. It gives its holder a count of
// guesses of their own, and nothing else.
import type { Cookies } from '../../runtime/cookies.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { readSignedId, signId } from '../../secrets/signed-ids.ts';
import type { IdentityDeps } from '../deps.ts';
import type { UserRow } from '../tables.ts';

type DeviceOwner = Pick<UserRow, 'id' | 'passwordHash' | 'deviceNumber'>;

// Browsers keep a cookie no longer.
const maxAge = 400 * 24 * 3600;
// Several people may share a browser.
const mostAccounts = 4;

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');
const cookieName = (config: Config) => (isHttps(config) ? '__Host-known-device' : 'known-device');

// A new password or number makes every device a new one. Cookies of an older version have no number.
const purposeOf = ({ id, passwordHash, deviceNumber }: DeviceOwner) =>
  `device ${id} ${passwordHash}${deviceNumber ? ` ${deviceNumber}` : ''}` as const;

const tokensOf = (config: Config, cookies: Cookies) =>
  (cookies.get(cookieName(config)) ?? '').split('.').slice(0, mostAccounts).filter(Boolean);

const readToken = ({ tokenPepper }: Pick<IdentityDeps, 'tokenPepper'>, owner: DeviceOwner, token: string) =>
  readSignedId(tokenPepper, purposeOf(owner), token)?.id;

export const readKnownDevice = (
  deps: Pick<IdentityDeps, 'config' | 'tokenPepper'>,
  cookies: Cookies,
  owner: DeviceOwner,
): string | null => {
  for (const token of tokensOf(deps.config, cookies)) {
    const id = readToken(deps, owner, token);
    if (id) return id;
  }
  return null;
};

export const rememberDevice = (
  deps: Pick<IdentityDeps, 'config' | 'tokenPepper'>,
  cookies: Cookies,
  owner: DeviceOwner,
) => {
  const id = readKnownDevice(deps, cookies, owner) ?? crypto.randomUUID();
  const others = tokensOf(deps.config, cookies).filter((token) => !readToken(deps, owner, token));
  const own = signId(deps.tokenPepper, purposeOf(owner), { id, counter: 0 });
  cookies.set(cookieName(deps.config), [own, ...others].slice(0, mostAccounts).join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(deps.config),
    maxAge,
  });
};
