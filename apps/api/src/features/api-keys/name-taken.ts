// The unique index on active names decides, not a query beforehand: two calls at once cannot both succeed.
import { keyMessages } from '@ballast/contract/keys/api-keys';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { Failure } from '../../runtime/failure.ts';

export const refuseTakenName =
  (name: string) =>
  (error: unknown): never => {
    if (!isUniqueViolation(error)) throw error;
    const message = keyMessages.nameTaken(name);
    throw new Failure('conflict', { message, fields: { name: message } });
  };
