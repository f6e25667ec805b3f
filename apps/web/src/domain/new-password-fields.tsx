import { passwordParts } from '@ballast/contract/auth/auth';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from '../ui/forms/password-field.tsx';
import { usePasswordWarning } from './password-warning.ts';

type NewPassword = { password: string; confirmPassword: string };

type NewPasswordFieldsProps = {
  labels: NewPassword;
  errors: FieldErrors<NewPassword>;
  register: (name: keyof NewPassword, options?: { deps: 'confirmPassword' }) => UseFormRegisterReturn;
};

// A new password and its repetition, which is checked again whenever the password changes.
export function NewPasswordFields({ labels, errors, register }: NewPasswordFieldsProps) {
  const { warning, check, forget } = usePasswordWarning();
  const { onBlur, ...password } = register('password', { deps: 'confirmPassword' });
  return (
    <>
      <PasswordField
        label={labels.password}
        autoComplete="new-password"
        rules={passwordParts}
        warning={warning}
        error={errors.password?.message}
        {...password}
        onInput={forget}
        onBlur={(event) => {
          onBlur(event);
          check(event.currentTarget.value);
        }}
      />
      <PasswordField
        label={labels.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}
