// The dev provider's page as a browser meets it.
import type { Provider } from '@ballast/contract/auth/providers';
import type { TestApp } from '../test-app.ts';
import { openBrowser } from '../test-browser.ts';

type Portal = Pick<TestApp, 'url' | 'baseUrl'>;

export const openDevProvider = (app: () => Portal) => {
  // The test's browser cannot resolve the portal's name, so it goes where the server listens.
  const here = (url: string) => url.replace('http://portal.localhost', app().url);

  const openPage = async (provider: Provider, browser = openBrowser(app())) => {
    const { authUrl } = (await browser.start(provider)).body;
    const answer = await fetch(here(authUrl));
    return { browser, authUrl, answer, html: await answer.text() };
  };

  const submit = async (html: string, fields: Record<string, string>) => {
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await fetch(new URL(action, app().url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return { status: answer.status, location: new URL(answer.headers.get('location') ?? 'about:blank') };
  };

  const signInAs = async (provider: Provider, fields: Record<string, string>) => {
    const { browser, html } = await openPage(provider);
    const query = (await submit(html, fields)).location.searchParams;
    return browser.finish({ code: query.get('code') ?? '', state: query.get('state') ?? '', provider });
  };

  return { here, openPage, submit, signInAs };
};
