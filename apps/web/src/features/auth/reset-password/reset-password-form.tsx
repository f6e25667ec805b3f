import { authMessages, newPasswordForm } from '@ballast/contract/auth/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { clearSession, sessionState } from '../../../session/session-state.ts';
import { failureToast, showToast } from '../../../ui/feedback/toast.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { BackToLogin } from './back-to-login.tsx';
import type { RecoveryLink } from './recovery-link.ts';
import { type ResetFailure, setNewPassword } from './recovery-session.ts';

const empty = { password: '', confirmPassword: '' };

const toast = failureToast('reset-password');

type ResetPasswordFormProps = {
  link: RecoveryLink;
  onDone: () => void;
  onDeadLink: () => void;
  onSecondFactor: () => void;
};

export function ResetPasswordForm({ link, onDone, onDeadLink, onSecondFactor }: ResetPasswordFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: empty,
  });
  useEffect(() => setFocus('password'), [setFocus]);

  const submit = handleSubmit(async ({ password }) => {
    toast.clear();
    try {
      const userId = await setNewPassword(link, password);
      // A new password ends every session of its owner, also the one of this browser.
      if (sessionState().user?.id === userId) clearSession();
      showToast.success(authMessages.passwordReset);
      onDone();
    } catch (error) {
      const failure = error as ResetFailure;
      toast.show(failure.message);
      if (failure.passwordIsRefused) {
        setError('password', { type: 'server', message: failure.message }, { shouldFocus: true });
      }
      if (failure.linkIsDead) onDeadLink();
      if (failure.secondFactorDue) onSecondFactor();
    }
  });

  const { errors, isSubmitting } = formState;
  return (
    <>
      <h1 className="text-display">Reset Your Password</h1>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">Choose a new password for your account.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <NewPasswordFields
          labels={{ password: 'New Password', confirmPassword: 'Confirm Password' }}
          errors={errors}
          register={register}
        />
        <SubmitButton busy={isSubmitting} busyLabel="Resetting Password...">
          Reset Password
        </SubmitButton>
      </form>
      <BackToLogin />
    </>
  );
}
