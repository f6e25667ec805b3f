// Warns of a new password that is common or was in a data breach, once its field has lost the focus. Without an answer there is no
// warning, and the portal decides when the form is sent.
import { newPassword } from '@ballast/contract/auth/auth';
import { checkPassword } from '@ballast/contract/auth/check-password';
import { useRef, useState } from 'react';
import { usePressEnd } from '../lib/press-end.ts';
import { call } from '../session/api.ts';

export function usePasswordWarning() {
  const [warning, setWarning] = useState<string | undefined>();
  // An answer counts only for the password that is still in the field.
  const checked = useRef('');
  const pressEnds = usePressEnd();

  const check = async (password: string) => {
    if (checked.current === password || !newPassword.safeParse(password).success) return;
    checked.current = password;
    const answer = await call(checkPassword, { body: { password } }).catch(() => null);
    // The warning moves what is below it, and the press that left the field may be on a button there.
    await pressEnds();
    if (checked.current === password) setWarning(answer?.warning ?? undefined);
  };
  const forget = () => {
    checked.current = '';
    setWarning(undefined);
  };
  return { warning, check, forget };
}
