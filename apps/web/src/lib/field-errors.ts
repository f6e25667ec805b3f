import { ApiError } from '@ballast/contract/http/client';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

// Shows the server's errors at the fields they belong to. Returns whether there was one for any of these fields.
export const showFieldErrors = <Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
) => {
  const messages = error instanceof ApiError ? error.fields : {};
  const wrong = fields.filter((field) => messages[field]);
  for (const [index, field] of wrong.entries()) {
    setError(field, { type: 'server', message: messages[field] ?? '' }, { shouldFocus: index === 0 });
  }
  return wrong.length > 0;
};
