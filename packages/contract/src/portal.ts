// What the web app and the command line know of an installation before anybody signs in.
import * as z from 'zod/mini';
import { providers } from './auth/providers.ts';
import { logoPaths } from './drawing.ts';
import { endpoint, roots } from './http/endpoint.ts';

export const portal = z.object({
  brandName: z.string(),
  // Whether the installation has a logo of its own, at the addresses of logoPaths.
  hasLogo: z.boolean(),
  docsUrl: z.string(),
  marketingUrl: z.string(),
  supportEmail: z.string(),
  tokenSymbol: z.string(),
  // Those that are configured, or that the dev provider replaces: each has a button on the sign-in screen.
  providers: z.array(z.enum(providers)),
  productionKeys: z.boolean(),
  version: z.string(),
  production: z.boolean(),
  // Without a mail server a developer's portal shows the mails that it would send.
  devMailbox: z.optional(z.boolean()),
});

export type Portal = z.infer<typeof portal>;

export const getPortal = endpoint('GET', '/portal', {
  auth: 'public',
  summary: 'Get the name, links and version of this portal',
  reply: portal,
});

// The server answers below these, also with 404. The web app's router has all other paths but serverPaths.
export const serverPrefixes = [
  `${roots.portal}/`,
  `${roots.gateway}/`,
  '/dev/mailbox',
  '/dev/github/',
  '/dev/google/',
  '/docs/',
] as const;

export const cliExecutables = ['ballast-linux-x64', 'ballast-linux-arm64'] as const;

export const serverPaths = [
  '/docs',
  '/cli/ballast.tgz',
  '/cli/ballast-linux-x64',
  '/cli/ballast-linux-arm64',
  '/cli/SHA256SUMS',
  '/brand.css',
  ...Object.values(logoPaths),
  '/favicon.svg',
  '/favicon-production.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/preview.png',
  '/health',
  '/ready',
  '/metrics',
] as const;

export const portalCalls = [getPortal];
