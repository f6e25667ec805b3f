// The code of PostgreSQL or the network in an error, also where the driver has wrapped it.
export const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(error.cause)];
};

const hasCode = (error: unknown, ...codes: string[]) => codesOf(error).some((code) => codes.includes(code));

export const isUniqueViolation = (error: unknown) => hasCode(error, '23505');

// For catch(). The unique index decides, and not a query beforehand: two calls at once cannot both succeed.
export const onUniqueViolation =
  (refusal: () => Error) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? refusal() : error;
  };

// These are serialization_failure and deadlock_detected.
export const isConflict = (error: unknown) => hasCode(error, '40001', '40P01');
// A server that was demoted, or is a copy of another one, takes no writes.
export const isReadOnly = (error: unknown) => hasCode(error, '25006');
