// This API has both providers: a GitHub-shaped server, and oidc-provider in the place of Google.

import type { Provider } from '@ballast/contract/auth/providers';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { activities, users } from '../../src/identity/tables.ts';
import { startTestApp } from '../test-app.ts';
import { openBrowser, type TestBrowser } from '../test-browser.ts';
import { type GitHubServer, startGitHub } from './github-server.ts';
import { startGoogle } from './google-server.ts';
import type { Person, TestProvider } from './provider-person.ts';

export const portalUrl = 'http://portal.localhost';

const startProviderApp = async (env: Record<string, string> = {}) => {
  const [github, google] = await Promise.all([startGitHub(), startGoogle(portalUrl)]);
  const app = await startTestApp({
    env: {
      GITHUB_CLIENT_ID: github.settings.id,
      GITHUB_CLIENT_SECRET: github.settings.secret,
      GITHUB_BASE_URL: github.settings.url,
      GOOGLE_CLIENT_ID: google.settings.id,
      GOOGLE_CLIENT_SECRET: google.settings.secret,
      GOOGLE_ISSUER: google.settings.url,
      ...env,
    },
  });
  const servers: { github: GitHubServer; google: TestProvider } = { github, google };

  // What comes next comes a second later, so that the entries of both have an order.
  const finish = async (browser: TestBrowser, provider: Provider, authUrl: string) => {
    const answer = await browser.finish({ ...(await servers[provider].consent(authUrl)), provider });
    app.skipSeconds(1);
    return answer;
  };

  // It goes from the button to the answer of the callback.
  const signInWith = async (provider: Provider, person: Person, browser: TestBrowser = openBrowser(app)) => {
    servers[provider].person(person);
    const { authUrl } = (await browser.start(provider)).body;
    return finish(browser, provider, authUrl);
  };
  const linkWith = async (provider: Provider, person: Person, token: string, browser = openBrowser(app)) => {
    servers[provider].person(person);
    const { authUrl } = (await browser.link(provider, token)).body;
    return finish(browser, provider, authUrl);
  };

  return {
    app,
    ...servers,
    servers,
    signInWith,
    linkWith,
    activitiesOf: (userId: string) =>
      app.deps.db
        .select()
        .from(activities)
        .where(eq(activities.userId, userId))
        .orderBy(desc(activities.createdAt)),
    userById: async (id: string) => (await app.deps.db.select().from(users).where(eq(users.id, id)))[0],
    stop: async () => {
      await app.stop();
      await Promise.all([github.stop(), google.stop()]);
    },
  };
};

type ProviderApp = Awaited<ReturnType<typeof startProviderApp>>;

export const useProviderApp = (env?: Record<string, string>) => {
  let started: ProviderApp;
  beforeAll(async () => {
    started = await startProviderApp(env);
  });
  afterAll(() => started?.stop());
  return () => started;
};
