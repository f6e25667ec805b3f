// The portal meets a command-line tool like this one.
import { createHash, randomBytes } from 'node:crypto';
import { completeCliAuth, fetchCliToken, startCliAuth } from '@ballast/contract/cli/cli-auth';
import type { Input } from '@ballast/contract/http/endpoint';
import type { TestApp } from './test-app.ts';

type Api = Pick<TestApp, 'call' | 'callAs'>;
type Person = Pick<Awaited<ReturnType<TestApp['signIn']>>, 'call'>;

export const challengeOf = (codeVerifier: string) =>
  createHash('sha256').update(codeVerifier).digest('base64url');

export const newSecrets = () => ({
  state: randomBytes(32).toString('base64url'),
  codeVerifier: randomBytes(32).toString('base64url'),
});

type Asked = Pick<Input<typeof startCliAuth>['body'], 'loopback' | 'scopes' | 'expiresInDays'>;

export const startCliLogin = async ({ call, callAs }: Api, deviceName = 'mara-laptop', asked: Asked = {}) => {
  const { state, codeVerifier } = newSecrets();
  const started = await call(startCliAuth, {
    body: {
      state,
      codeChallenge: challengeOf(codeVerifier),
      deviceName,
      ...asked,
    },
  });
  const fetchToken = () => call(fetchCliToken, { body: { state, codeVerifier } });
  const granted = async () => {
    const told = await fetchToken();
    if (told.status !== 'GRANTED') throw new Error(`the token is not granted: ${told.status}`);
    return { ...told, call: callAs(told.token) };
  };
  return { state, codeVerifier, deviceName, ...started, fetchToken, granted };
};

export const logInCli = async (app: TestApp, person: Person, deviceName?: string, asked?: Asked) => {
  const login = await startCliLogin(app, deviceName, asked);
  await person.call(completeCliAuth, { body: { state: login.state } });
  // A second each, so that what the steps leave behind has an order.
  app.skipSeconds(1);
  const told = await login.granted();
  app.skipSeconds(1);
  return told;
};
