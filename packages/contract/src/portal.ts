// What the web app and the command line must know of an installation before anybody signs in.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { providers } from './providers.ts';

export const portal = z.object({
  brandName: z.string(),
  docsUrl: z.string(),
  marketingUrl: z.string(),
  supportEmail: z.string(),
  tokenSymbol: z.string(),
  // Whose button the sign-in screen shows: configured, or stood in for by the dev provider.
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
