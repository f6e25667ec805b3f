// A browser at the portal: it keeps the portal's cookies and says what a call answered.

import type { finishProvider, verifyProvider } from '@ballast/contract/auth/provider-calls';
import type { Provider } from '@ballast/contract/auth/providers';
import type { Reply } from '@ballast/contract/http/endpoint';
import type { ErrorBody } from '@ballast/contract/http/errors';
import type { TestApp } from './test-app.ts';

type Answered<T> = { status: number; body: T & ErrorBody; setCookie: string | null };

export type TestBrowser = ReturnType<typeof openBrowser>;

export const openBrowser = (app: Pick<TestApp, 'baseUrl'>, jar = new Map<string, string>()) => {
  const post = async <T>(path: string, body: unknown, token?: string): Promise<Answered<T>> => {
    const answer = await fetch(`${app.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const setCookie = answer.headers.get('set-cookie');
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(setCookie ?? '') ?? [];
    if (name && value) jar.set(name, value);
    return { status: answer.status, body: (await answer.json()) as T & ErrorBody, setCookie };
  };

  return {
    jar,
    post,
    start: (provider: Provider, redirectUrl = 'http://portal.localhost/auth/callback') =>
      post<{ authUrl: string }>('/auth/oauth/init', { provider, redirectUrl }),
    link: (provider: Provider, token: string) =>
      post<{ authUrl: string }>('/auth/oauth/link', { provider }, token),
    finish: (body: { code: string; state: string; provider: Provider }) =>
      post<Reply<typeof finishProvider>>('/auth/oauth/callback', body),
    verify: (body: { access_token: string; refresh_token: string; provider: Provider }) =>
      post<Reply<typeof verifyProvider>>('/auth/oauth/verify', body),
  };
};
