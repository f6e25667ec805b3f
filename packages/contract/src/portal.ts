// The web app and the command line must know this of an installation before anybody signs in.
import * as z from 'zod/mini';
import { providers } from './auth/providers.ts';
import { endpoint, roots } from './http/endpoint.ts';

export const portal = z.object({
  brandName: z.string(),
  docsUrl: z.string(),
  marketingUrl: z.string(),
  supportEmail: z.string(),
  tokenSymbol: z.string(),
  // The sign-in screen shows a button for each of these: they are configured, or the dev provider stands in for them.
  providers: z.array(z.enum(providers)),
  productionKeys: z.boolean(),
  version: z.string(),
  production: z.boolean(),
});

export type Portal = z.infer<typeof portal>;

export const getPortal = endpoint({
  method: 'GET',
  path: '/portal',
  auth: 'public',
  summary: 'Name, links and version of this installation',
  reply: portal,
});

// Below these the server answers, also that there is nothing. The router of the web app has every other path but the
// few single ones.
export const serverPrefixes = [
  `${roots.portal}/`,
  `${roots.gateway}/`,
  '/dev/mailbox',
  '/dev/github/',
  '/dev/google/',
  '/docs/',
] as const;

// The command line as one file, for each processor under Linux.
export const cliExecutables = ['ballast-linux-x64', 'ballast-linux-arm64'] as const;

export const serverPaths = [
  '/docs',
  '/cli/ballast.tgz',
  '/cli/ballast-linux-x64',
  '/cli/ballast-linux-arm64',
  '/cli/SHA256SUMS',
  '/health',
  '/ready',
  '/metrics',
] as const;

export const portalCalls = [getPortal];
