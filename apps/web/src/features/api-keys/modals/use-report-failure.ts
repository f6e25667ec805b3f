import { useEffect, useRef } from 'react';
import { atFieldsOrToast } from '../../../domain/use-server-form.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';

// A dialog can be closed before the answer comes: then a toast shows the error of a field as well. A dialog that shows the
// result before the answer comes gives a way to open it again.
export const useReportFailure = (failed: string, open: boolean, openAgain?: () => void) => {
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

  const report: ReturnType<typeof atFieldsOrToast> = (error, form) => {
    const opensAgain = mounted.current && openAgain !== undefined;
    if (opensAgain) openAgain();
    if (visible.current || opensAgain) atFieldsOrToast(failed)(error, form);
    else showToast.error(failureMessage(error, failed));
  };
  return report;
};
