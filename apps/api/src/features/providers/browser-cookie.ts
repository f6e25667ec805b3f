// The cookie that ties a provider sign-in to the browser that began it. The database keeps only its hash.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { stateMinutes } from '@ballast/contract/providers';
import type { Cookies } from '../../http/serve.ts';
import type { Config } from '../../runtime/config.ts';

const cookieShape = /^[\w-]{43}$/;

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

// The prefix keeps other hosts of the same domain from planting a cookie of theirs; browsers want https for it.
const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');
const cookieName = (config: Config) => (isHttps(config) ? '__Host-oauth-browser' : 'oauth-browser');

export const readBrowserHash = (config: Config, cookies: Cookies) => {
  const cookie = cookies.get(cookieName(config));
  return cookie && cookieShape.test(cookie) ? hashOf(cookie) : null;
};

// A browser that has a cookie keeps it, so that two tabs can sign in at once.
export const keepBrowserCookie = (config: Config, cookies: Cookies) => {
  const given = cookies.get(cookieName(config));
  const cookie = given && cookieShape.test(given) ? given : randomBytes(32).toString('base64url');
  cookies.set(cookieName(config), cookie, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(config),
    maxAge: stateMinutes * 60,
  });
  return hashOf(cookie);
};

export const isSameHash = (a: string, b: string | null) =>
  b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
