import { logIn, signInForm } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { onIntent } from '../../../lib/on-intent.ts';
import { call } from '../../../session/api.ts';
import { useSession } from '../../../session/session-state.ts';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { TextButton } from '../../../ui/text/link.tsx';
import { clearFailure, EmailField, FormFailure, reportFailure, SubmitButton } from '../form-parts.tsx';
import { finishSignIn } from './finish-sign-in.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const loadForgotPassword = () => import('./forgot-password-modal.tsx');
const ForgotPasswordModal = lazyPartWith(loadForgotPassword, 'ForgotPasswordModal', null);

export function SignInForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { authenticated } = useSession();
  const { field, busy, submit, setFocus, getValues, formState } = useServerForm({
    schema: signInForm,
    defaultValues: { email, password: '' },
    send: async (body) => {
      clearFailure();
      const next = finishSignIn(await call(logIn, { body }));
      if (next === 'verify-email') await navigate({ to: '/verify-email' });
    },
    onFailure: reportFailure,
  });
  useEffect(() => setFocus(email ? 'password' : 'email'), [setFocus, email]);
  const forgotten = useDialog();
  const passkey = usePasskeySignIn({ autofill: true });

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EmailField passkeys={passkey.supported} {...field('email')} />
        <PasswordField
          label="Password"
          labelEnd={
            <TextButton onClick={forgotten.show} {...onIntent(loadForgotPassword)}>
              Forgot password?
            </TextButton>
          }
          autoComplete="current-password"
          {...field('password')}
        />
        <SubmitButton busy={busy || authenticated} busyLabel="Signing In...">
          Sign In
        </SubmitButton>
        <FormFailure message={formState.errors.root?.message} />
      </form>
      {passkey.supported && (
        <p className="mt-5 text-body">
          <TextButton disabled={passkey.busy || authenticated} onClick={passkey.signIn}>
            Use a passkey instead
          </TextButton>
        </p>
      )}
      {forgotten.key > 0 && (
        <ForgotPasswordModal
          key={forgotten.key}
          open={forgotten.open}
          typedEmail={getValues('email')}
          onClose={forgotten.close}
        />
      )}
    </>
  );
}
