import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Owner } from '../../identity/actor.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import type { FactorKind } from './factor-kinds.ts';

const secretBytes = 20;
// A phone's clock may be one step off.
const stepsAround = 1;

const openTotp = (secret: Secret, names: { issuer: string; label: string } = { issuer: '', label: '' }) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: 30 });

// For a data URL, where # begins a fragment and % an escape.
const drawCode = (uri: string) => renderSVG(uri, { border: 2 }).replaceAll('%', '%25').replaceAll('#', '%23');

const enrol = (deps: Deps, owner: Owner, factorId: string) => {
  const secret = new Secret({ size: secretBytes });
  const uri = openTotp(secret, { issuer: deps.config.brandName, label: owner.email }).toString();
  return {
    columns: deps.keyEncryption.seal(secret.base32, factorId),
    shown: { totp: { qr_code: drawCode(uri), secret: secret.base32, uri } },
  };
};

const openSecret = (deps: Deps, { id, secretCipher, encryptionKeyId }: FactorRow) => {
  if (!secretCipher || !encryptionKeyId) return null;
  try {
    return Secret.fromBase32(deps.keyEncryption.open({ secretCipher, encryptionKeyId }, id));
  } catch (error) {
    deps.log.error({ err: error, factor: id }, 'the secret of a second factor cannot be read');
    return null;
  }
};

// A code counts once, also of two concurrent calls.
const spendStep = async (tx: Db, factorId: string, step: number) => {
  const isNewer = or(isNull(factors.lastStep), lt(factors.lastStep, step));
  const spent = await tx
    .update(factors)
    .set({ lastStep: step })
    .where(and(eq(factors.id, factorId), isNewer))
    .returning({ id: factors.id });
  return spent.length > 0;
};

export const totp: FactorKind = {
  method: 'totp',
  usualName: 'Authenticator',
  oneAttempt: false,
  enrol,
  challenge: () => ({ columns: {}, shown: {} }),
  check: async (deps, tx, { factor, answer }) => {
    const token = (answer.code ?? '').replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return 'malformed';
    const secret = openSecret(deps, factor);
    if (!secret) return 'malformed';
    const code = openTotp(secret);
    const timestamp = deps.now().getTime();
    const distance = code.validate({ token, timestamp, window: stepsAround });
    if (distance === null) return 'wrong';
    return (await spendStep(tx, factor.id, code.counter({ timestamp }) + distance)) ? 'right' : 'wrong';
  },
};
