import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';

// An error of a field is shown at the field while the dialog is open. The dialog can be closed before the answer comes;
// then a toast shows the error. A dialog that closes before the answer comes, because the result is shown at once, gives a way to
// open it again.
export const useReportFailure = <Form extends FieldValues>(
  open: boolean,
  setError: UseFormSetError<Form>,
  openAgain?: () => void,
) => {
  const visible = useRef(open);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  useEffect(() => {
    visible.current = open;
    return () => {
      visible.current = false;
    };
  }, [open]);

  return (error: unknown, fields: readonly Path<Form>[], fallback: string) => {
    const opensAgain = mounted.current && openAgain !== undefined;
    if (opensAgain) openAgain();
    if ((visible.current || opensAgain) && showFieldErrors(error, fields, setError)) return;
    showToast.error(failureMessage(error, fallback));
  };
};
