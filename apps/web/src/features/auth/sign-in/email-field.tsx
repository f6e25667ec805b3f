import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';

type EmailFieldProps = UseFormRegisterReturn & { error: string | undefined };

// Password managers keep the address as the name of the user.
export function EmailField(field: EmailFieldProps) {
  return <Field label="Email" type="email" autoComplete="username" {...field} />;
}
