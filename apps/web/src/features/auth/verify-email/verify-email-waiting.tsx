import { Link, useNavigate } from '@tanstack/react-router';
import { CircleAlert, Mail } from 'lucide-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { signOut } from '../../../domain/sign-out.ts';
import { portal } from '../../../lib/portal.ts';
import { stored } from '../../../session/browser-storage.ts';
import { cliAuthSignInPath } from '../../../session/cli-auth-return.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { useSession } from '../../../session/session-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { StatusTile } from '../../../ui/feedback/status-tile.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { linkClass, TextButton, TextLink } from '../../../ui/text/link.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { useResend } from './use-resend.ts';
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts';

// The reason is the server's own: it says what helps where another try does not.
type VerifyEmailWaitingProps = { failure?: string; reason?: string | undefined };

export function VerifyEmailWaiting({ failure, reason }: VerifyEmailWaitingProps) {
  const { authenticated, user } = useSession();
  useProfileOnFocus(authenticated);
  useVerifiedElsewhere(!authenticated);
  return (
    <>
      {failure ? (
        <>
          <StatusTile tone="bad" icon={<CircleAlert />} title="Verify your email" lede={reason} />
          <div className="mt-4 mb-5">
            <Banner variant="bad">{failure}</Banner>
          </div>
        </>
      ) : (
        <>
          <StatusTile
            icon={<Mail />}
            title="Verify your email"
            lede={<SentTo email={user?.email ?? stored.verificationEmail.read()} />}
          />
          <NextSteps signedIn={authenticated} />
          {portal.devMailbox && <DevMailbox />}
        </>
      )}
      <Actions authenticated={authenticated} urgent={failure !== undefined} />
      {!failure && <SignUpAgain authenticated={authenticated} />}
    </>
  );
}

// The link may have been opened on another device while this window was in the background.
const useProfileOnFocus = (authenticated: boolean) => {
  useEffect(() => {
    if (!authenticated) return;
    const look = () => {
      refreshProfile().catch(() => {});
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [authenticated]);
};

function SentTo({ email }: { email: string | null }) {
  if (!email) return 'We sent a link to your email address. Open it to finish signing in.';
  return (
    <>
      We sent a link to <Name>{email}</Name>. Open it to finish signing in.
    </>
  );
}

function NextSteps({ signedIn }: { signedIn: boolean }) {
  const steps = [
    `Open the email from ${portal.brandName}. It can take a minute to arrive.`,
    'Click the link in the email.',
    signedIn ? 'Create your first key in the dashboard.' : 'Sign in and create your first key.',
  ];
  return (
    <ol className="mt-4 mb-5 divide-y divide-line">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-6 py-2.5 text-body text-text-2">
          <span aria-hidden="true" className="w-2 flex-none text-caption leading-5 text-text-3 tabular-nums">
            {index + 1}
          </span>
          <span className="text-pretty">{step}</span>
        </li>
      ))}
    </ol>
  );
}

function DevMailbox() {
  return (
    <p className="-mt-1 mb-5 text-small text-text-3">
      No mail server here.{' '}
      <TextLink href="/dev/mailbox" target="_blank" rel="noreferrer">
        Open the dev mailbox<span className="sr-only"> (opens in a new tab)</span>
      </TextLink>
    </p>
  );
}

function Actions({ authenticated, urgent }: { authenticated: boolean; urgent: boolean }) {
  const navigate = useNavigate();
  const { waitSeconds, busy, resend, addressNeeded, addressField, error } = useResend();
  const [email, setEmail] = useState('');

  const later = () => {
    if (authenticated) showToast.info('Verify your email to open the dashboard.', { id: 'verify-first' });
    navigate({ href: authenticated ? '/dashboard' : (cliAuthSignInPath() ?? '/auth') });
  };
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    resend(email.trim());
  };

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-2.5">
      {addressNeeded && (
        <div className="mb-2">
          <Field
            ref={addressField}
            label="Email"
            type="email"
            autoComplete="username"
            hint="The new link goes to this address."
            value={email}
            error={error}
            onChange={(event) => setEmail(event.target.value)}
          />
        </div>
      )}
      <Button
        type="submit"
        variant={urgent ? 'primary' : 'secondary'}
        size="large"
        className="w-full tabular-nums"
        waits={waitSeconds > 0}
        busy={busy}
        busyLabel="Sending..."
      >
        {waitSeconds > 0 ? `Resend in ${waitSeconds}s` : 'Resend email'}
      </Button>
      <Button variant="ghost" size="large" className="w-full" onClick={later}>
        I'll verify later
      </Button>
      {authenticated && (
        <>
          <Button variant="ghost" size="large" className="w-full" onClick={signOut}>
            Sign out
          </Button>
          <UntilThen />
        </>
      )}
    </form>
  );
}

// Somebody who signed in and cannot open the mail yet need not guess what works.
function UntilThen() {
  return (
    <p className="mt-3 text-small text-pretty text-text-3">
      Keys, activity and test tokens open once your email is verified. Until then you can read the{' '}
      <TextLink variant="quiet" href={portal.docsUrl} target="_blank" rel="noreferrer">
        documentation<span className="sr-only"> (opens in a new tab)</span>
      </TextLink>{' '}
      or ask{' '}
      <Link to="/support" className={linkClass('quiet')}>
        support
      </Link>
      .
    </p>
  );
}

// An unverified account cannot change its address. After a typing mistake the owner signs up again.
function SignUpAgain({ authenticated }: { authenticated: boolean }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const signUpAgain = async () => {
    setLeaving(true);
    const href = cliAuthSignInPath() ?? '/auth';
    if (authenticated) await signOut();
    // The sign-in form must not offer the wrong address.
    stored.verificationEmail.remove();
    await navigate({ href, state: { authStep: 'sign-up' }, replace: authenticated });
  };
  return (
    <div className="mt-5 flex flex-wrap gap-x-6 gap-y-1 text-body text-text-2">
      <p>
        Wrong address?{' '}
        <TextButton disabled={leaving} onClick={signUpAgain}>
          Sign up again
        </TextButton>
      </p>
      {!authenticated && (
        <p>
          Already verified?{' '}
          <Link to="/auth" state={{ authStep: 'sign-in' }} className={linkClass()}>
            Sign in
          </Link>
        </p>
      )}
    </div>
  );
}
