// PostgreSQL's own words for 'there is one already' and 'that is gone', wherever the driver wrapped them.
const hasCode = (error: unknown, code: string): boolean => {
  if (!(error instanceof Error)) return false;
  return (error as { code?: string }).code === code || hasCode(error.cause, code);
};

export const isUniqueViolation = (error: unknown) => hasCode(error, '23505');

export const isForeignKeyViolation = (error: unknown) => hasCode(error, '23503');
