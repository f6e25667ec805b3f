// An installation without credentials gets these providers, in the shape of the real ones. They are never mounted in
// production.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../http/deps.ts';
import { mountAuthorize } from './authorize-routes.ts';
import { devProviderUrl } from './dev-client.ts';
import { mountGitHubShape } from './github-shape.ts';
import { mountGoogleShape } from './google-shape.ts';
import { openGrants } from './grants.ts';

const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );

export const mountDevProviders = async (app: FastifyInstance, { config, now }: Deps) => {
  const { providers, publicUrl } = config;
  const callbackUrl = `${publicUrl}/auth/callback`;

  // They have a scope of their own, because the API accepts no forms.
  await app.register(async (scope) => {
    acceptForms(scope);
    if (providers.github === 'dev') {
      const grants = openGrants(now);
      const path = '/dev/github/login/oauth/authorize';
      mountAuthorize(scope, { provider: 'github', path, callbackUrl, grants });
      mountGitHubShape(scope, '/dev/github', grants);
    }
    if (providers.google === 'dev') {
      const grants = openGrants(now);
      mountAuthorize(scope, { provider: 'google', path: '/dev/google/authorize', callbackUrl, grants });
      const issuer = devProviderUrl(publicUrl, 'google');
      await mountGoogleShape(scope, { base: '/dev/google', issuer, grants });
    }
  });
};
