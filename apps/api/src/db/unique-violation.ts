// Tells that a unique index refused a row: somebody else was there first.
export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (error as { code?: string }).code === '23505' || isUniqueViolation(error.cause);
};
