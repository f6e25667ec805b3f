import { newPasswordForm } from '@ballast/contract/auth/auth';
import { ApiError } from '@ballast/contract/http/client';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { callAuthClient } from '../../../session/call-auth-client.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { type AccountSecurity, useSecurityChanged } from './account-security.ts';

const current = z.string().check(z.minLength(1, 'Enter your current password'));
const formWith = (hasPassword: boolean) =>
  z.intersection(z.object({ current: hasPassword ? current : z.string() }), newPasswordForm);

type PasswordModalProps = { open: boolean; security: AccountSecurity; onClose: () => void };

export function PasswordModal({ open, security, onClose }: PasswordModalProps) {
  // The account has one as soon as this dialog is done, and the dialog must not change its words while it fades.
  const [hasPassword] = useState(security.hasPassword);
  const [schema] = useState(() => formWith(hasPassword));
  const changed = useSecurityChanged();
  const { register, field, busy, submit, formState } = useServerForm({
    schema,
    defaultValues: { current: '', password: '', confirmPassword: '' },
    send: async ({ current, password }) => {
      await callAuthClient((client) =>
        client.updateUser({ password, ...(hasPassword && { current_password: current }) }),
      );
      showToast.success(hasPassword ? 'Password changed' : 'Password set');
      onClose();
      await changed();
    },
    onFailure: (error, { setError }) => {
      const name = fieldOf(error);
      const message = failureMessage(error, 'Failed to change the password. Please try again.');
      if (name) setError(name, { type: 'server', message }, { shouldFocus: true });
      else showToast.error(message);
    },
  });

  const label = hasPassword ? 'Change Password' : 'Set Password';
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={label}
      description="Signs out every other browser and device, and cancels an email change you haven’t confirmed."
      onSubmit={submit}
      action={{ label, busy, busyLabel: 'Saving...' }}
    >
      {hasPassword && (
        <PasswordField label="Current password" autoComplete="current-password" {...field('current')} />
      )}
      <NewPasswordFields
        labels={{ password: 'New password', confirmPassword: 'Confirm password' }}
        errors={formState.errors}
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
