import { authMessages, signUp, signUpForm } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { call } from '../../../session/api.ts';
import { useSession } from '../../../session/session-state.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { clearFailure, EmailField, reportFailure, SubmitButton } from '../form-parts.tsx';
import { startResendCountdown } from '../verify-email/resend-countdown.ts';
import { finishSignIn } from './finish-sign-in.ts';

export function SignUpForm() {
  const navigate = useNavigate();
  const { authenticated } = useSession();
  const { register, field, busy, submit, setFocus, formState } = useServerForm({
    schema: signUpForm,
    defaultValues: { fullName: '', email: '', password: '', confirmPassword: '' },
    send: async ({ fullName, email, password }) => {
      clearFailure();
      const body = { fullName, email, password, authMethod: 'EMAIL' as const };
      const next = finishSignIn(await call(signUp, { body }));
      if (next === 'signed-in') return;
      startResendCountdown();
      showToast.success(authMessages.signedUp);
      await navigate({ to: '/verify-email' });
    },
    onFailure: reportFailure,
  });
  useEffect(() => setFocus('fullName'), [setFocus]);

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Full name" autoComplete="name" {...field('fullName')} />
      <EmailField {...field('email')} />
      <NewPasswordFields
        labels={{ password: 'Password', confirmPassword: 'Confirm password' }}
        errors={formState.errors}
        register={register}
      />
      <SubmitButton busy={busy || authenticated} busyLabel="Creating Account...">
        Create Account
      </SubmitButton>
    </form>
  );
}
