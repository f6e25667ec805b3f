// Parts for development alone. Anybody who reaches them can sign in as anybody, so production never mounts them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mountDevMailbox } from '../../email/mailbox/mount-mailbox.ts';
import { webFiles } from '../../features/portal/serve-web.ts';
import { mountDevProviders } from '../../features/providers/dev-provider/mount-dev-providers.ts';
import type { Deps } from '../../http/deps.ts';
import { refuseProxied } from '../../http/proxy/this-machine.ts';
import { webDist } from '../../runtime/settings/places.ts';

export const mountDevParts = async (app: FastifyInstance, deps: Deps, { web }: { web: boolean }) => {
  const { production, smtp, dataDir, brandName } = deps.config;
  if (production) return;
  const webStyle = web ? readFileSync(join(webDist, webFiles().stylesheet), 'utf8') : '';
  await app.register(async (scope) => {
    refuseProxied(scope);
    if (!smtp) mountDevMailbox(scope, { dataDir, brandName, webStyle });
    await mountDevProviders(scope, deps);
  });
};
