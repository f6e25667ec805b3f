// PostgreSQL has its own word for 'there is one already', wherever the driver wrapped it.
export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (error as { code?: string }).code === '23505' || isUniqueViolation(error.cause);
};

// For catch(). The unique index decides, and not a query beforehand: two calls at once cannot both succeed.
export const onUniqueViolation =
  (refusal: () => Error) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? refusal() : error;
  };
