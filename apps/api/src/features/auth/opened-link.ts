// The browser that opened a verification link gets a cookie for this account and password. If it then shows the password, the
// reader of the mail knows the password.
import type { Deps } from '../../http/deps.ts';
import type { UserRow } from '../../identity/tables.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import type { Config } from '../../runtime/settings/config.ts';
import { readSignedId, signId } from '../../secrets/signed-ids.ts';

type LinkReader = Pick<UserRow, 'id' | 'passwordHash'>;

const maxAge = 30 * 24 * 3600;

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');
const cookieName = (config: Config) => (isHttps(config) ? '__Host-opened-link' : 'opened-link');

const purposeOf = ({ id, passwordHash }: LinkReader) => `opened ${id} ${passwordHash}` as const;

export const rememberOpener = (deps: Deps, cookies: Cookies, owner: LinkReader) =>
  cookies.set(
    cookieName(deps.config),
    signId(deps.tokenPepper, purposeOf(owner), { id: owner.id, counter: 0 }),
    { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(deps.config), maxAge },
  );

export const hasOpenedLink = (deps: Deps, cookies: Cookies, owner: LinkReader) =>
  readSignedId(deps.tokenPepper, purposeOf(owner), cookies.get(cookieName(deps.config)) ?? '') !== null;
