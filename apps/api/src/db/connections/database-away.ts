// This tells a database that cannot be reached, or cannot do its work at the moment, from a query that is wrong.
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

const codeOf = (error: Error) => (error as { code?: unknown }).code;

// A server that was demoted, or is a copy of another one, takes no writes.
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '25006' || isReadOnly(error.cause));

export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (typeof code === 'string' && (awayCodes.has(code) || awayClasses.some((each) => code.startsWith(each))))
    return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return isReadOnly(error) || awayMessages.test(error.message) || isDatabaseAway(error.cause);
};
