import { newPasswordForm } from '@ballast/contract/auth/auth';
import { ApiError } from '@ballast/contract/http/client';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { failureMessage } from '../../../lib/failure-message.ts';
import { callAuthClient } from '../../../session/call-auth-client.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { type AccountSecurity, useSecurityChanged } from './account-security.ts';

const changeFailed = 'Failed to change the password. Please try again.';
const currentRequired = 'Enter your current password';

const current = { known: z.string().check(z.minLength(1, currentRequired)), none: z.string() };
const formWith = (hasPassword: boolean) =>
  z.intersection(z.object({ current: hasPassword ? current.known : current.none }), newPasswordForm);

type PasswordModalProps = { open: boolean; security: AccountSecurity; onClose: () => void };

export function PasswordModal({ open, security, onClose }: PasswordModalProps) {
  // The account has one as soon as this dialog is done, and the dialog must not change its words while it fades.
  const [hasPassword] = useState(security.hasPassword);
  const [form] = useState(() => formWith(hasPassword));
  const changed = useSecurityChanged();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { current: '', password: '', confirmPassword: '' },
  });

  const submit = handleSubmit(async ({ current, password }) => {
    try {
      await callAuthClient((client) =>
        client.updateUser({ password, ...(hasPassword && { current_password: current }) }),
      );
      showToast.success(hasPassword ? 'Password changed' : 'Password set');
      onClose();
      await changed();
    } catch (error) {
      const field = fieldOf(error);
      const message = failureMessage(error, changeFailed);
      if (field) setError(field, { type: 'server', message }, { shouldFocus: true });
      else showToast.error(message);
    }
  });

  const { errors, isSubmitting } = formState;
  const label = hasPassword ? 'Change Password' : 'Set Password';
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={label}
      description="Every other browser and command line is signed out. A new email address that you haven't confirmed yet is dropped."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
            {label}
          </Button>
        </>
      }
    >
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
      )}
      <NewPasswordFields
        labels={{ password: 'New password', confirmPassword: 'Confirm password' }}
        errors={errors}
        register={register as (name: 'password' | 'confirmPassword') => UseFormRegisterReturn}
      />
    </Modal>
  );
}

const fieldOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'current_password_invalid') return 'current';
  return ['weak_password', 'same_password'].includes(error.code) ? 'password' : null;
};
