import { ApiError } from '@ballast/contract/client';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { failureMessage } from '../../lib/failure-message.ts';
import { showToast } from '../../ui/toast.tsx';

const authenticationFailed = 'Authentication failed. Please try again.';

// What the server says about a field belongs at the field; everything else is a toast.
export const reportFailure = <Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
) => {
  const messages = error instanceof ApiError ? error.fields : {};
  const wrong = fields.filter((field) => messages[field]);
  if (wrong.length === 0) showToast.error(failureMessage(error, authenticationFailed));
  for (const [index, field] of wrong.entries()) {
    setError(field, { type: 'server', message: messages[field] ?? '' }, { shouldFocus: index === 0 });
  }
};
