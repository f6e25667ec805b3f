import { authMessages, newPasswordForm } from '@ballast/contract/auth/auth';
import type { Provider } from '@ballast/contract/auth/providers';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { clearSession, sessionState } from '../../../session/session-state.ts';
import { backClass } from '../../../ui/actions/back.tsx';
import { cx } from '../../../ui/cx.ts';
import { failureToast, showToast } from '../../../ui/feedback/toast.tsx';
import { SubmitButton } from '../form-parts.tsx';
import { type ResetFailure, setNewPassword } from './recovery-session.ts';
import type { RecoveryLink } from './reset-link.tsx';

const toast = failureToast('reset-password');

type ResetPasswordFormProps = {
  link: RecoveryLink;
  onDone: (disconnected: Provider[]) => void;
  onDeadLink: () => void;
  onSecondFactor: () => void;
};

export function ResetPasswordForm({ link, onDone, onDeadLink, onSecondFactor }: ResetPasswordFormProps) {
  const { register, busy, submit, setFocus, formState } = useServerForm({
    schema: newPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    send: async ({ password }) => {
      toast.clear();
      const { userId, disconnected } = await setNewPassword(link, password);
      // A new password ends every session of its owner, also the one of this browser.
      if (sessionState().user?.id === userId) clearSession();
      showToast.success(authMessages.passwordReset);
      onDone(disconnected);
    },
    onFailure: (error, { setError }) => {
      const { message, passwordIsRefused, linkIsDead, secondFactorDue } = error as ResetFailure;
      toast.show(message);
      if (passwordIsRefused) setError('password', { type: 'server', message }, { shouldFocus: true });
      if (linkIsDead) onDeadLink();
      if (secondFactorDue) onSecondFactor();
    },
  });
  useEffect(() => setFocus('password'), [setFocus]);

  return (
    <>
      <h1 className="text-display">Reset Your Password</h1>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">Choose a new password for your account.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <NewPasswordFields
          labels={{ password: 'New Password', confirmPassword: 'Confirm Password' }}
          errors={formState.errors}
          register={register}
        />
        <SubmitButton busy={busy} busyLabel="Resetting Password...">
          Reset Password
        </SubmitButton>
      </form>
      <BackToLogin />
    </>
  );
}

export function BackToLogin() {
  return (
    <Link to="/auth" className={cx('mt-5', backClass)}>
      <ArrowLeft />
      Back to login
    </Link>
  );
}
