// What the session library's calls lack, in the answers that it knows.
import { factorMessages } from '@ballast/contract/auth/second-factors';
import * as z from 'zod/mini';
import { Failure } from '../../runtime/failure.ts';

const uuid = z.uuid();

export const missing = (field: string, message: string) =>
  new Failure('validation_failed', { message, fields: { [field]: message } });

// What is no id names nothing.
export const readChallengeId = (id: string | undefined) => {
  if (!id) throw missing('challenge_id', factorMessages.challengeRequired);
  if (!uuid.safeParse(id).success) throw new Failure('mfa_challenge_not_found');
  return id;
};
