import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { failureToast } from '../../../ui/feedback/toast.tsx';

const authenticationFailed = 'Authentication failed. Please try again.';

const toast = failureToast('authentication-failed');

export const forgetFailure = toast.clear;

export const reportFailure = <Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
) => {
  if (!showFieldErrors(error, fields, setError)) toast.show(failureMessage(error, authenticationFailed));
};
