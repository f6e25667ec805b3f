import { passwordParts } from '@ballast/contract/auth';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from '../ui/password-field.tsx';

type NewPassword = { password: string; confirmPassword: string };

type NewPasswordFieldsProps = {
  labels: NewPassword;
  errors: FieldErrors<NewPassword>;
  register: (name: keyof NewPassword, options?: { deps: 'confirmPassword' }) => UseFormRegisterReturn;
};

// A new password and its repetition, which is checked again whenever the password changes.
export function NewPasswordFields({ labels, errors, register }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.password}
        autoComplete="new-password"
        rules={passwordParts}
        error={errors.password?.message}
        {...register('password', { deps: 'confirmPassword' })}
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
