// A press confirms a new address: in the session of the account, or with its password.
import { confirmEmailChange, passwordForm } from '@ballast/contract/auth/auth';
import { ApiError } from '@ballast/contract/http/client';
import { zodResolver } from '@hookform/resolvers/zod';
import { Mail } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { call } from '../../../session/api.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { sessionState, useSession } from '../../../session/session-state.ts';
import { StatusTile } from '../../../ui/feedback/status-tile.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { PressStep } from '../press-step.tsx';
import { forgetFailure, reportFailure } from '../sign-in/report-failure.ts';
import { SubmitButton } from '../submit-button.tsx';

type Outcome = 'changed' | { failure: string };
type ConfirmProps = { token: string; onOutcome: (outcome: Outcome) => void };

// After these the same link can do nothing more here; anything else can be tried again.
const final = new Set<string>(['link_invalid', 'wrong_account', 'conflict', 'validation_failed']);

const confirm = async (token: string, password?: string): Promise<Outcome> => {
  try {
    await call(confirmEmailChange, { body: { token, ...(password === undefined ? {} : { password }) } });
  } catch (error) {
    if (error instanceof ApiError && final.has(error.code) && !error.fields.password) {
      return { failure: error.message };
    }
    throw error;
  }
  // The address has changed by now. If the profile cannot be read, the next start reads it.
  if (sessionState().authenticated) await refreshProfile().catch(() => {});
  return 'changed';
};

const title = 'Confirm your new email';
const label = 'Confirm Email';
const busyLabel = 'Confirming...';

export function ConfirmEmailChange(props: ConfirmProps) {
  const { user } = useSession();
  return user ? <InSession {...props} email={user.email} /> : <WithPassword {...props} />;
}

function InSession({ token, onOutcome, email }: ConfirmProps & { email: string }) {
  return (
    <PressStep
      icon={<Mail />}
      title={title}
      lede={
        <>
          Your account <strong className="font-medium wrap-anywhere text-text">{email}</strong> will use the
          address that received this link.
        </>
      }
      label={label}
      busyLabel={busyLabel}
      press={async () => {
        forgetFailure();
        onOutcome(await confirm(token));
      }}
      onFailure={(error) => reportFailure(error, [], () => {})}
    />
  );
}

function WithPassword({ token, onOutcome }: ConfirmProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    forgetFailure();
    try {
      onOutcome(await confirm(token, password));
    } catch (error) {
      reportFailure(error, ['password'], setError);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <>
      <StatusTile
        icon={<Mail />}
        title={title}
        lede="Your account will use the address that received this link. Enter the password of the account, or sign in first and open the link again."
      />
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <SubmitButton busy={isSubmitting} busyLabel={busyLabel}>
          {label}
        </SubmitButton>
      </form>
    </>
  );
}
