// A report is read after its signature: ECDSA with P-256 and SHA-256 over the body's bytes.
import { type KeyObject, verify } from 'node:crypto';
import { leakMessages, reportedTokens } from '@ballast/contract/keys/key-leaks';
import { Failure, invalidField } from '../../../runtime/failure.ts';

export type Signed = { identifier: string; signature: string };

// A signature in DER has at most 72 bytes.
const longestIdentifier = 200;
const isSignature = (text: string) => text.length <= 100 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

const unsigned = () => new Failure('signature_invalid', { message: leakMessages.unsigned });

const isSigned = (body: Uint8Array, { signature }: Signed, key: KeyObject) => {
  try {
    return verify('sha256', body, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
};

type FindKey = (identifier: string) => Promise<KeyObject | undefined | null>;

export const findReportKey = async (findKey: FindKey | null, { identifier, signature }: Signed) => {
  if (!identifier || identifier.length > longestIdentifier || !isSignature(signature)) throw unsigned();
  if (!findKey) throw new Failure('unavailable', { message: leakMessages.notTaken });
  const key = await findKey(identifier);
  if (key === null) throw new Failure('unavailable', { retryAfterSeconds: 60 });
  if (!key) throw unsigned();
  return key;
};

export const readReport = async (findKey: FindKey | null, signed: Signed, body: Uint8Array) => {
  const key = await findReportKey(findKey, signed);
  if (!isSigned(body, signed, key)) throw unsigned();
  const tokens = reportedTokens.safeParse(parse(body)).data;
  if (!tokens) throw invalidField('report', leakMessages.malformed);
  return tokens;
};
