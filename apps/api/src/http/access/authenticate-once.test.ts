// A caller is looked up again only when the body took longer than the look-up.
import { createKey } from '@ballast/contract/keys/api-keys';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

test('a write whose body comes with its head authenticates once', async () => {
  const { call } = await app().verifiedUser();
  const { accessTokens } = app().deps;
  const { read } = accessTokens;
  let reads = 0;
  accessTokens.read = (...given) => {
    reads += 1;
    return read(...given);
  };
  await call(createKey, { body: { name: 'once', environment: 'SANDBOX' } });
  accessTokens.read = read;
  expect(reads).toBe(1);
});
