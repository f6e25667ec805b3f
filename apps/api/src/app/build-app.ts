// This builds the whole portal without listening: the routes of all features and the web app.

import * as leaving from '@ballast/contract/auth/leaving';
import { getFirstSteps, putFirstStepsAway as putAway } from '@ballast/contract/first-steps';
import { getPortal } from '@ballast/contract/portal';
import cookie from '@fastify/cookie';
import { openClockWatch } from '../db/clock-skew.ts';
import { portalOf } from '../features/portal/portal.ts';
import { serveBrand } from '../features/portal/serve-brand.ts';
import { serveCli } from '../features/portal/serve-cli.ts';
import { serveDocs } from '../features/portal/serve-docs.ts';
import { serveWeb } from '../features/portal/serve-web.ts';
import { answerNotFound } from '../http/answers/error-handler.ts';
import type { Deps } from '../http/deps.ts';
import { useContractSchemas } from '../http/requests/schema-check.ts';
import { createServe } from '../http/serve.ts';
import { exportData } from './accounts/export-data.ts';
import { features } from './features.ts';
import { putFirstStepsAway, readFirstSteps } from './first-steps.ts';
import { mountDevParts } from './parts/dev-parts.ts';
import { openServer } from './parts/open-server.ts';
import { watchOperations } from './processes/operation-metrics.ts';
import { mountOperations } from './processes/operations.ts';
import { canWrite, inGrace, openReadiness } from './processes/readiness.ts';

export const buildApp = async (deps: Deps, options: { web: boolean; isDraining?: () => boolean }) => {
  const { config } = deps;
  const app = openServer(deps);
  useContractSchemas(app, deps.turns);
  await app.register(cookie);

  const serve = createServe(app, deps, ['portal', 'gateway']);
  for (const { routes } of features) routes?.(serve, deps, app);
  serve(leaving.exportData, ({ actor }) => exportData(deps, actor, actor.user));
  serve(getFirstSteps, ({ actor }) => readFirstSteps(deps, actor.user));
  serve(putAway, ({ actor, body }) => putFirstStepsAway(deps, actor.user, body.putAway));
  serve(getPortal, () => portalOf(config));

  const clock = openClockWatch(deps);
  watchOperations(deps, clock);
  mountOperations(
    app,
    deps,
    openReadiness(
      inGrace(deps.keyCheck, () => canWrite(deps.db, clock)),
      options.isDraining ?? (() => false),
    ),
  );
  // A wrong clock is logged at the start, also where nobody asks whether the portal is ready.
  void clock.read();
  serveDocs(app, config);
  await serveBrand(app, config);
  await mountDevParts(app, deps, options);
  if (options.web) {
    serveCli(app, config);
    await serveWeb(app, config);
  } else app.setNotFoundHandler(answerNotFound);
  return app;
};
