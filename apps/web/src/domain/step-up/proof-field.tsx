import { mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { failureMessage } from '../../lib/failure-message.ts';
import { sendCode } from '../../session/step-up/give-proof.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextButton } from '../../ui/text/link.tsx';
import type { Way } from './ways.ts';

type ProofFieldProps = NonNullable<Way['field']> &
  UseFormRegisterReturn<'proof'> & { isMailed: boolean; error: string | undefined };

export function ProofField({ kind, missing: _, isMailed, ...field }: ProofFieldProps) {
  if (kind === 'password') return <PasswordField {...field} autoComplete="current-password" />;
  if (kind === 'text')
    return <Field {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} />;
  const mailed = {
    labelEnd: <TextButton onClick={sendAgain}>Send a new code</TextButton>,
    hint: `It works once, for ${mailedCodeLimits.minutes} minutes.`,
  };
  return <Field {...field} {...(isMailed ? mailed : {})} inputMode="numeric" autoComplete="one-time-code" />;
}

const sendAgain = async () => {
  try {
    await sendCode();
    showToast.success('New code sent');
  } catch (error) {
    showToast.error(failureMessage(error, 'Failed to send the code. Try again.'));
  }
};
