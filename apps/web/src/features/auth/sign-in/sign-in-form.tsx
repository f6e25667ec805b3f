import { logIn, signInForm } from '@ballast/contract/auth/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { onIntent } from '../../../lib/on-intent.ts';
import { call } from '../../../session/api.ts';
import { useSession } from '../../../session/session-state.ts';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { TextButton } from '../../../ui/text/link.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { EmailField } from './email-field.tsx';
import { finishSignIn } from './finish-sign-in.ts';
import { forgetFailure, reportFailure } from './report-failure.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

// The dialog's code is large and seldom needed, so it is loaded on demand.
const loadForgotPassword = () => import('./forgot-password-modal.tsx');
const ForgotPasswordModal = lazyPart(loadForgotPassword, 'ForgotPasswordModal');

export function SignInForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { authenticated } = useSession();
  const { register, handleSubmit, setError, setFocus, getValues, formState } = useForm({
    resolver: zodResolver(signInForm),
    defaultValues: { email, password: '' },
  });
  useEffect(() => setFocus(email ? 'password' : 'email'), [setFocus, email]);
  const forgotten = useDialog();
  const passkey = usePasskeySignIn({ autofill: true });

  const submit = handleSubmit(async (body) => {
    forgetFailure();
    try {
      const next = finishSignIn(await call(logIn, { body }));
      if (next === 'verify-email') await navigate({ to: '/verify-email' });
    } catch (error) {
      reportFailure(error, ['email', 'password'], setError);
    }
  });

  const { errors, isSubmitting } = formState;
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EmailField error={errors.email?.message} passkeys={passkey.supported} {...register('email')} />
        <PasswordField
          label="Password"
          labelEnd={
            <TextButton onClick={forgotten.show} {...onIntent(loadForgotPassword)}>
              Forgot password?
            </TextButton>
          }
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton busy={isSubmitting || authenticated} busyLabel="Signing In...">
          Sign In
        </SubmitButton>
      </form>
      {passkey.supported && (
        <p className="mt-5 text-body">
          <TextButton disabled={passkey.busy || authenticated} onClick={passkey.signIn}>
            Use a passkey instead
          </TextButton>
        </p>
      )}
      {forgotten.key > 0 && (
        <Suspense>
          <ForgotPasswordModal
            key={forgotten.key}
            open={forgotten.open}
            typedEmail={getValues('email')}
            onClose={forgotten.close}
          />
        </Suspense>
      )}
    </>
  );
}
