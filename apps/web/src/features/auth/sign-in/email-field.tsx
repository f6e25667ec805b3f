import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../../ui/forms/field.tsx';

type EmailFieldProps = UseFormRegisterReturn & { error: string | undefined; passkeys?: boolean };

// Password managers keep the address as the name of the user. The browser offers passkeys in the same place.
export function EmailField({ passkeys = false, ...field }: EmailFieldProps) {
  return (
    <Field label="Email" type="email" autoComplete={passkeys ? 'username webauthn' : 'username'} {...field} />
  );
}
