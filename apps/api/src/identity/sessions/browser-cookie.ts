// A cookie ties what a browser began to that browser. The database has only its hash.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cookies } from '../../runtime/cookies.ts';
import type { Config } from '../../runtime/settings/config.ts';

const cookieShape = /^[\w-]{43}$/;

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

// The prefix keeps other hosts of the same domain from planting a cookie of theirs; browsers want https for it.
const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

export const browserCookie = (name: string, maxAgeSeconds: number) => {
  const nameOf = (config: Config) => (isHttps(config) ? `__Host-${name}` : name);
  const read = (config: Config, cookies: Cookies) => {
    const cookie = cookies.get(nameOf(config));
    return cookie && cookieShape.test(cookie) ? cookie : null;
  };

  return {
    readHash: (config: Config, cookies: Cookies) => {
      const cookie = read(config, cookies);
      return cookie && hashOf(cookie);
    },
    // A browser keeps its cookie, so that two tabs can begin at once.
    keep: (config: Config, cookies: Cookies) => {
      const cookie = read(config, cookies) ?? randomBytes(32).toString('base64url');
      cookies.set(nameOf(config), cookie, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps(config),
        maxAge: maxAgeSeconds,
      });
      return hashOf(cookie);
    },
  };
};

export const isSameHash = (a: string, b: string | null) =>
  b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
