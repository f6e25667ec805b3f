// PostgreSQL has its own word for 'there is one already', wherever the driver wrapped it.
export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (error as { code?: string }).code === '23505' || isUniqueViolation(error.cause);
};
