import { CircleAlert } from 'lucide-react';
import type { FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
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

// A toast leaves, and is far from the form. So the form says the same until the next attempt.
export const reportFailure = <Values extends FieldValues, Sent>(
  error: unknown,
  form: UseFormReturn<Values, unknown, Sent>,
) =>
  atFieldsOrToast(failed, (message) => {
    toast.show(message);
    form.setError('root', { type: 'server', message });
  })(error, form);

export function FormFailure({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="flex gap-1.5 text-small text-danger">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 flex-none" />
      {message}
    </p>
  );
}
