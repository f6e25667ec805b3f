import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { showToast } from '../../../ui/toast.tsx';

// An error of a field is shown at the field while the dialog is open. The dialog can be closed before the answer comes;
// then a toast shows the error.
export const useReportFailure = <Form extends FieldValues>(
  open: boolean,
  setError: UseFormSetError<Form>,
) => {
  const visible = useRef(open);
  useEffect(() => {
    visible.current = open;
    return () => {
      visible.current = false;
    };
  }, [open]);

  return (error: unknown, fields: readonly Path<Form>[], fallback: string) => {
    if (visible.current && showFieldErrors(error, fields, setError)) return;
    showToast.error(failureMessage(error, fallback));
  };
};
