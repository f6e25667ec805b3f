// Tokens that are derived, not stored: an id, a counter and a MAC over both. A copy of the database holds no token.
import { timingSafeEqual } from 'node:crypto';
import type { Pepper } from './pepper.ts';

export type Purpose =
  | 'refresh'
  | 'verify-email'
  | 'change-email'
  | 'recovery'
  | 'not-me'
  | 'keep-account'
  | `device ${string}`
  | `opened ${string}`;
type SignedId = { id: string; counter: number };

const idBytes = 16;
const counterBytes = 4;
const macBytes = 24;

export const signId = (pepper: Pepper, purpose: Purpose, { id, counter }: SignedId) => {
  const head = Buffer.alloc(idBytes + counterBytes);
  head.write(id.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(counter, idBytes);
  const mac = pepper.hash(purpose, head).bytes.subarray(0, macBytes);
  return Buffer.concat([head, mac]).toString('base64url');
};

export const readSignedId = (pepper: Pepper, purpose: Purpose, token: string): SignedId | null => {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding skips what is not base64url, so a token counts only in its one canonical spelling.
  if (bytes.length !== idBytes + counterBytes + macBytes || bytes.toString('base64url') !== token)
    return null;
  const head = bytes.subarray(0, idBytes + counterBytes);
  const mac = bytes.subarray(head.length);
  const isSigned = pepper
    .hashes(purpose, head)
    .some((hash) => timingSafeEqual(mac, hash.subarray(0, macBytes)));
  if (!isSigned) return null;

  const hex = head.toString('hex', 0, idBytes);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, counter: head.readUInt32BE(idBytes) };
};
