import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, Mail } from 'lucide-react';
import { useEffect } from 'react';
import { signOut } from '../../../domain/sign-out.ts';
import { portal } from '../../../lib/portal.ts';
import { cliAuthSignInPath } from '../../../session/cli-auth-return.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { stored } from '../../../session/storage.ts';
import { useSession } from '../../../session/store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatusTile } from '../../../ui/status-tile.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useResend } from './use-resend.ts';

export function VerifyEmailWaiting({ failure }: { failure?: string }) {
  const { authenticated, user } = useSession();
  useProfileOnFocus(authenticated);
  return (
    <>
      {failure ? (
        <>
          <StatusTile tone="bad" icon={<CircleAlert aria-hidden="true" />} title="Verify your email" />
          <div className="mt-4 mb-5">
            <Banner variant="bad">{failure}</Banner>
          </div>
        </>
      ) : (
        <>
          <StatusTile
            icon={<Mail aria-hidden="true" />}
            title="Verify your email"
            lede={<SentTo email={user?.email ?? stored.verificationEmail.read()} />}
          />
          <NextSteps />
        </>
      )}
      <Actions authenticated={authenticated} urgent={failure !== undefined} />
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
      We sent a link to <strong className="font-medium wrap-anywhere text-text">{email}</strong>. Open it to
      finish signing in.
    </>
  );
}

function NextSteps() {
  const steps = [
    `Open the message from ${portal.brandName}. It can take a minute to arrive.`,
    'Select the verification link.',
    'You land in the dashboard, ready to create a key.',
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

function Actions({ authenticated, urgent }: { authenticated: boolean; urgent: boolean }) {
  const navigate = useNavigate();
  const { waitSeconds, busy, resend } = useResend();

  const later = () => {
    if (authenticated) showToast.info('Verify your email to open the dashboard.', { id: 'verify-first' });
    navigate({ href: authenticated ? '/dashboard' : (cliAuthSignInPath() ?? '/auth') });
  };

  return (
    <div className="flex flex-col gap-2.5">
      <Button
        variant={urgent ? 'primary' : 'secondary'}
        size="large"
        className="w-full tabular-nums"
        disabled={waitSeconds > 0}
        busy={busy}
        busyLabel="Sending..."
        onClick={resend}
      >
        {waitSeconds > 0 ? `Resend in ${waitSeconds}s` : 'Resend email'}
      </Button>
      <Button variant="ghost" size="large" className="w-full" onClick={later}>
        I'll verify later
      </Button>
      {authenticated && (
        <Button variant="ghost" size="large" className="w-full" onClick={signOut}>
          Sign out
        </Button>
      )}
    </div>
  );
}
