// What exists for development alone: whoever reaches it can be anybody. Production never mounts it.
import type { FastifyInstance } from 'fastify';
import { mountDevMailbox } from '../email/mailbox-page.ts';
import { mountDevProviders } from '../features/providers/dev-provider/mount-dev-providers.ts';
import { refuseProxied } from '../http/this-machine.ts';
import type { Deps } from '../runtime/deps.ts';

export const mountDevParts = async (app: FastifyInstance, deps: Deps) => {
  const { production, smtp, dataDir } = deps.config;
  if (production) return;
  await app.register(async (scope) => {
    refuseProxied(scope);
    if (!smtp) mountDevMailbox(scope, dataDir);
    await mountDevProviders(scope, deps);
  });
};
