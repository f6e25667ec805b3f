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

type Options = Pick<Input<typeof startCliAuth>['body'], 'loopback' | 'scopes' | 'expiresInDays'>;

export const startCliLogin = async (
  { call, callAs }: Api,
  deviceName = 'mara-laptop',
  options: Options = {},
) => {
  const { state, codeVerifier } = newSecrets();
  const started = await call(startCliAuth, {
    body: {
      state,
      codeChallenge: challengeOf(codeVerifier),
      deviceName,
      ...options,
    },
  });
  const fetchToken = () => call(fetchCliToken, { body: { state, codeVerifier } });
  const granted = async () => {
    const answer = await fetchToken();
    if (answer.status !== 'GRANTED') throw new Error(`the token is not granted: ${answer.status}`);
    return { ...answer, call: callAs(answer.token) };
  };
  return { state, codeVerifier, deviceName, ...started, fetchToken, granted };
};

export const logInCli = async (app: TestApp, person: Person, deviceName?: string, options?: Options) => {
  const login = await startCliLogin(app, deviceName, options);
  await person.call(completeCliAuth, { body: { state: login.state } });
  // A second each, so that what the steps leave behind has an order.
  app.skipSeconds(1);
  const answer = await login.granted();
  app.skipSeconds(1);
  return answer;
};
