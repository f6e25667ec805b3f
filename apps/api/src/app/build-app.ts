// This builds the whole portal without listening: the routes of all features and the web app.
import { getFirstSteps, putFirstStepsAway as putAway } from '@ballast/contract/first-steps';
import * as leaving from '@ballast/contract/leaving';
import { getPortal } from '@ballast/contract/portal';
import cookie from '@fastify/cookie';
import { activityRoutes } from '../features/activities/routes.ts';
import { leakRoutes } from '../features/api-keys/leaks/routes.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { cliAuthRoutes } from '../features/cli-auth/routes.ts';
import { faucetRoutes } from '../features/faucet/routes.ts';
import { serveDocs } from '../features/portal/docs/serve-docs.ts';
import { portalOf } from '../features/portal/portal.ts';
import { serveCli } from '../features/portal/serve-cli.ts';
import { serveOpenApi } from '../features/portal/serve-openapi.ts';
import { serveWeb } from '../features/portal/serve-web.ts';
import { profileRoutes } from '../features/profile/routes.ts';
import { openDevFetch } from '../features/providers/dev-provider/dev-client.ts';
import { openProviders } from '../features/providers/drivers/open-providers.ts';
import { providerRoutes } from '../features/providers/routes.ts';
import { secondFactorRoutes } from '../features/second-factors/routes.ts';
import type { Deps } from '../http/deps.ts';
import { answerNotFound } from '../http/error-handler.ts';
import { useContractSchemas } from '../http/schema-check.ts';
import { createServe } from '../http/serve.ts';
import { mountDevParts } from './dev-parts.ts';
import { exportData } from './export-data.ts';
import { putFirstStepsAway, readFirstSteps } from './first-steps.ts';
import { openServer } from './open-server.ts';
import { mountOperations } from './operations.ts';
import { canWrite, openReadiness } from './readiness.ts';

export const buildApp = async (deps: Deps, options: { web: boolean; isDraining?: () => boolean }) => {
  const { config } = deps;
  const app = openServer(deps);
  useContractSchemas(app, deps.turns);
  await app.register(cookie);

  const serve = createServe(app, deps, ['portal', 'gateway']);
  authRoutes(serve, deps);
  secondFactorRoutes(serve, deps);
  const providers = openProviders(config, openDevFetch(config.publicUrl, app.server), deps.log);
  providerRoutes(serve, deps, providers);
  profileRoutes(serve, deps);
  apiKeyRoutes(serve, deps);
  leakRoutes(serve, deps);
  activityRoutes(serve, deps);
  cliAuthRoutes(serve, deps);
  faucetRoutes(serve, deps);
  serve(leaving.exportData, ({ actor }) => exportData(deps, actor, actor.user));
  serve(getFirstSteps, ({ actor }) => readFirstSteps(deps, actor.user));
  serve(putAway, ({ actor, body }) => putFirstStepsAway(deps, actor.user, body.putAway));
  serve(getPortal, () => portalOf(config));

  mountOperations(
    app,
    deps,
    openReadiness(() => canWrite(deps.db), options.isDraining ?? (() => false)),
  );
  serveOpenApi(app, config);
  serveDocs(app, config);
  await mountDevParts(app, deps, options);
  if (options.web) {
    serveCli(app, config);
    await serveWeb(app, config);
  } else app.setNotFoundHandler(answerNotFound);
  return app;
};
