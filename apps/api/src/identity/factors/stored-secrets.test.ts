// What second factors leave in the database, while an operator replaces the secrets behind it.
import {
  createRecoveryCodes,
  getRecoveryCodes,
  verifyRecoveryCode,
} from '@ballast/contract/auth/second-factor-calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guardedUser, showCode } from '../../../testing/factors/authenticator.ts';
import { failureOf, useTestApp } from '../../../testing/test-app.ts';
import { checkSecrets } from '../../app/parts/check-secrets.ts';
import { rotateSecret } from '../../features/operator/secrets/rotate-secret.ts';
import { idsInRows } from '../../secrets/needed-secrets.ts';
import { factors } from './tables.ts';

const app = useTestApp({ env: { LIMITS: 'second_factors_per_address=100000' } });

test('the secret of an authenticator app is encrypted anew with a new key, and the old key is not needed', async () => {
  const { call, factor } = await guardedUser(app());
  const { deps } = app();
  const before = deps.keyEncryption.currentId();
  const rotated = await rotateSecret(deps, 'encryption');
  expect(rotated).toMatchObject({ factors: 1, changed: 0, removed: [before] });
  const [row] = await deps.db.select().from(factors).where(eq(factors.id, factor.id));
  expect(row?.encryptionKeyId).toBe(rotated.currentId);
  await showCode(call, factor.id, factor.nextCode());
});

test('recovery codes outlive a new pepper, keep the old one needed, and end with a lost one', async () => {
  const { call } = await guardedUser(app());
  const { deps } = app();
  const old = deps.tokenPepper.currentId();
  const { codes } = await call(createRecoveryCodes, { body: {} });
  const rotated = await rotateSecret(deps, 'pepper');
  expect(rotated.currentId).not.toBe(old);
  expect(rotated.others).toMatchObject([{ id: old, inRows: true }]);
  await call(verifyRecoveryCode, { body: { code: codes[0] } });

  // An operator who names the pepper as lost gives up what only it opens.
  const without = {
    ...deps.secrets,
    list: (kind: 'pepper') => deps.secrets.list(kind).filter(({ id }) => id !== old),
  };
  const config = { ...deps.config, lostSecrets: [old] };
  await checkSecrets(deps.db, { ...deps, config, secrets: without as typeof deps.secrets });
  expect(await idsInRows(deps, deps.db, 'pepper')).not.toContain(old);
  expect(await failureOf(call(verifyRecoveryCode, { body: { code: codes[1] } }))).toMatchObject({
    code: 'mfa_verification_failed',
  });
  expect((await call(getRecoveryCodes)).remaining).toBe(0);
});
