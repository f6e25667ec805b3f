// Tells a database that cannot be reached, or cannot work at the moment, from a wrong query.
import { codesOf, isReadOnly } from '../error-codes.ts';

const awayCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '25P03', // idle_in_transaction_session_timeout
  '3D000', // invalid_catalog_name: while it is restored, for example
  '55P03', // lock_not_available: nobody waits longer for a lock
  '57014', // query_canceled: it took too long
  '58030', // io_error
]);
// Connection exceptions, a refused sign-in, insufficient resources (disk, memory, connections), an operator's intervention.
const awayClasses = ['08', '28', '53', '57P'];
const awayMessages =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|query read timeout|is not queryable/i;

const isAwayCode = (code: string) => awayCodes.has(code) || awayClasses.some((each) => code.startsWith(each));

export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  if (codesOf(error).some(isAwayCode) || isReadOnly(error)) return true;
  return awayMessages.test(error.message) || isDatabaseAway(error.cause);
};
