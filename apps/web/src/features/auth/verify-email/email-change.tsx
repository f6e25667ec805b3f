import { authMessages, confirmEmailChange, passwordForm } from '@ballast/contract/auth/auth';
import { ApiError } from '@ballast/contract/http/client';
import { useNavigate } from '@tanstack/react-router';
import { Mail, Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Page } from '../../../domain/page.tsx';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { sessionState, useSession } from '../../../session/session-state.ts';
import { PageButton } from '../../../ui/actions/button.tsx';
import { FailureTile, SuccessTile } from '../../../ui/feedback/announced-tiles.tsx';
import { StatusTile } from '../../../ui/feedback/status-tile.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { clearFailure, reportFailure, SubmitButton, showFailure } from '../form-parts.tsx';
import { PressStep } from '../press-step.tsx';

type Outcome = 'changed' | { failure: string };

// Opening the link changes nothing: a scanner or a stray click must not move an account to another address.
export function EmailChange({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <Page title={outcome === 'changed' ? 'Email Changed' : 'Change Email'} hull>
      {outcome === null && <ConfirmEmailChange token={token} onOutcome={setOutcome} />}
      {outcome === 'changed' && <Changed />}
      {outcome && outcome !== 'changed' && <Failed message={outcome.failure} />}
    </Page>
  );
}

function Changed() {
  const { authenticated } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => navigate({ to: sessionState().authenticated ? '/' : '/auth', replace: true });
    const timer = setTimeout(leave, timings.queryTokenRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <SuccessTile
      title={authMessages.emailChanged}
      lede={authenticated ? 'Taking you to the dashboard.' : 'Taking you to sign in.'}
    />
  );
}

function Failed({ message }: { message: string }) {
  const { authenticated } = useSession();
  const navigate = useNavigate();
  const leave = () =>
    authenticated ? navigate({ to: '/dashboard', hash: 'settings' }) : navigate({ to: '/auth' });
  return (
    <>
      <FailureTile icon={<Unlink />} title="Email not changed" lede={message} />
      <PageButton onClick={leave}>{authenticated ? 'Back to Settings' : 'Back to Sign In'}</PageButton>
    </>
  );
}

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

function ConfirmEmailChange(props: ConfirmProps) {
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
          Your account <Name>{email}</Name> will use the address that received this link.
        </>
      }
      label={label}
      busyLabel={busyLabel}
      press={async () => {
        clearFailure();
        onOutcome(await confirm(token));
      }}
      onFailure={showFailure}
    />
  );
}

function WithPassword({ token, onOutcome }: ConfirmProps) {
  const { field, busy, submit } = useServerForm({
    schema: passwordForm,
    defaultValues: { password: '' },
    send: async ({ password }) => {
      clearFailure();
      onOutcome(await confirm(token, password));
    },
    onFailure: reportFailure,
  });
  return (
    <>
      <StatusTile
        icon={<Mail />}
        title={title}
        lede="Your account will use the address that received this link. Enter the password of the account, or sign in first and open the link again."
      />
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <SubmitButton busy={busy} busyLabel={busyLabel}>
          {label}
        </SubmitButton>
      </form>
    </>
  );
}
