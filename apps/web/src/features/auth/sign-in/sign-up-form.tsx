import { authMessages, signUp, signUpForm } from '@ballast/contract/auth/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { call } from '../../../session/api.ts';
import { useSession } from '../../../session/session-state.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { startResendCountdown } from '../verify-email/resend-countdown.ts';
import { EmailField } from './email-field.tsx';
import { finishSignIn } from './finish-sign-in.ts';
import { forgetFailure, reportFailure } from './report-failure.ts';

const empty = { fullName: '', email: '', password: '', confirmPassword: '' };

export function SignUpForm() {
  const navigate = useNavigate();
  const { authenticated } = useSession();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: empty,
  });
  useEffect(() => setFocus('fullName'), [setFocus]);

  const submit = handleSubmit(async ({ fullName, email, password }) => {
    forgetFailure();
    try {
      const body = { fullName, email, password, authMethod: 'EMAIL' as const };
      const next = finishSignIn(await call(signUp, { body }));
      if (next === 'signed-in') return;
      startResendCountdown();
      showToast.success(authMessages.signedUp);
      await navigate({ to: '/verify-email' });
    } catch (error) {
      reportFailure(error, ['fullName', 'email', 'password'], setError);
    }
  });

  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Full name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <EmailField error={errors.email?.message} {...register('email')} />
      <NewPasswordFields
        labels={{ password: 'Password', confirmPassword: 'Confirm password' }}
        errors={errors}
        register={register}
      />
      <SubmitButton busy={isSubmitting || authenticated} busyLabel="Creating Account...">
        Create Account
      </SubmitButton>
    </form>
  );
}
