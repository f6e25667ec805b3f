// This decides which portal a command talks to.
import { storedPortal } from './credentials.ts';
import { CliFailure } from './failures.ts';
import type { PackageInfo } from './package-info.ts';

const portalAddress = (text: string, from: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new CliFailure('usage', `${from} must be an http or https address, not "${text}".`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

type Known = { env: NodeJS.ProcessEnv; info: PackageInfo };

// The command's flag comes first, then the environment, the last sign-in, and the portal that served this package.
export const findPortal = async ({ env, info }: Known, flag?: string) => {
  if (flag !== undefined) return portalAddress(flag, '--portal');
  if (env.BALLAST_PORTAL) return portalAddress(env.BALLAST_PORTAL, 'BALLAST_PORTAL');
  const known = (await storedPortal(env)) ?? info.portal;
  if (known) return known;
  throw new CliFailure('usage', 'No portal is known yet: run ballast login --portal URL.');
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

export const isUnencrypted = (portal: string) => {
  const { protocol, hostname } = new URL(portal);
  return protocol === 'http:' && !loopback.includes(hostname);
};
