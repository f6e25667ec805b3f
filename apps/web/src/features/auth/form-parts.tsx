import type { UseFormRegisterReturn } from 'react-hook-form';
import { atFieldsOrToast } from '../../domain/use-server-form.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { failureToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';

export function SubmitButton(props: { busy: boolean; busyLabel: string; children: string }) {
  return <Button type="submit" variant="primary" size="large" className="mt-1 w-full" {...props} />;
}

type EmailFieldProps = UseFormRegisterReturn & { error: string | undefined; passkeys?: boolean };

// Password managers keep the address as the name of the user. The browser offers passkeys in the same place.
export function EmailField({ passkeys = false, ...field }: EmailFieldProps) {
  return (
    <Field label="Email" type="email" autoComplete={passkeys ? 'username webauthn' : 'username'} {...field} />
  );
}

const failed = 'Authentication failed. Please try again.';
const toast = failureToast('authentication-failed');

export const clearFailure = toast.clear;
export const showFailure = (error: unknown) => toast.show(failureMessage(error, failed));
export const reportFailure = atFieldsOrToast(failed, toast.show);
