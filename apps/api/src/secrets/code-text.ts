// Six digits that a person reads in a mail and types. Like signed ids they are derived and not stored: a copy of the database,
// its queues included, holds no code.
import { timingSafeEqual } from 'node:crypto';
import { mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import type { Pepper } from './pepper.ts';

const purpose = 'mailed-code';
const { digits } = mailedCodeLimits;

const toCode = (hash: Buffer) => String(hash.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');

export const makeCode = (pepper: Pepper, id: string) => toCode(pepper.hash(purpose, id).bytes);

export const isCodeOf = (pepper: Pepper, id: string, typed: string) =>
  pepper
    .hashes(purpose, id)
    .some(
      (hash) => typed.length === digits && timingSafeEqual(Buffer.from(typed), Buffer.from(toCode(hash))),
    );
