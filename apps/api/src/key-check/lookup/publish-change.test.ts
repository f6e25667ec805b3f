import { createKey } from '@ballast/contract/keys/api-keys';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';
import { Failure } from '../../runtime/failure.ts';
import { publishKeyChange, publishOwnerChange } from './publish-change.ts';

const app = useTestApp();

// The portal's own parts, which say in addition which keys were forgotten.
const listening = () => {
  const { db, keyCheck } = app().deps;
  const forgotten: string[] = [];
  const forget = (keyId: string) => {
    forgotten.push(keyId);
    keyCheck.forget(keyId);
  };
  return { forgotten, deps: { db, keyCheck: { ...keyCheck, forget } } };
};

const newKey = async () => {
  const owner = await app().verifiedUser();
  const { id } = await owner.call(createKey, { body: { name: 'changed', environment: 'SANDBOX' } });
  return { owner, id };
};

test('a key that is named in capitals is forgotten under the name by which it is cached', async () => {
  const { id } = await newKey();
  const { deps, forgotten } = listening();
  expect(await publishKeyChange(deps, id.toUpperCase(), async () => 'changed')).toBe('changed');
  expect(forgotten).toEqual([id]);
});

test('a refused change forgets no key; one whose end nobody knows does', async () => {
  const { id } = await newKey();
  const { deps, forgotten } = listening();
  const refused = publishKeyChange(deps, id, () => Promise.reject(new Failure('not_found')));
  await expect(refused).rejects.toBeInstanceOf(Failure);
  expect(forgotten).toEqual([]);
  const lost = publishKeyChange(deps, id, () => Promise.reject(new Error('connection lost')));
  await expect(lost).rejects.toThrow('connection lost');
  expect(forgotten).toEqual([id]);
});

test('a change of an account forgets its keys, and nobody else’s', async () => {
  const [{ owner, id }] = [await newKey(), await newKey()];
  const { deps, forgotten } = listening();
  await publishOwnerChange(deps, owner.user.id, async () => {});
  expect(forgotten).toEqual([id]);
});
