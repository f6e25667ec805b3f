// The link that confirms a new address. It leads to the same page as the link that verifies the first one.
import { authMessages, confirmEmailChange } from '@ballast/contract/auth';
import { useNavigate } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { portal } from '../../../lib/portal.ts';
import { runOnce } from '../../../lib/run-once.ts';
import { timings } from '../../../lib/timings.ts';
import { call } from '../../../session/api.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { sessionState, useSession } from '../../../session/store.ts';
import { LoadingTile, SuccessTile } from '../../../ui/announced-tiles.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { StatusTile } from '../../../ui/status-tile.tsx';

const changeFailed = 'Failed to verify email. Please try again.';

const confirm = async (token: string) => {
  await call(confirmEmailChange, { body: { token } });
  // The address has changed by now. If the profile cannot be read, the next start reads it.
  if (sessionState().authenticated) await refreshProfile().catch(() => {});
};

const confirmOnce = runOnce(confirm, (token) => token);

export function EmailChange({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<'changed' | { failure: string } | null>(null);
  useDocumentTitle(outcome === 'changed' ? 'Email Changed' : 'Change Email');

  useEffect(() => {
    let shown = true;
    confirmOnce(token).then(
      () => shown && setOutcome('changed'),
      (error) => shown && setOutcome({ failure: failureMessage(error, changeFailed) }),
    );
    return () => {
      shown = false;
    };
  }, [token]);

  return (
    <PageFrame brandName={portal.brandName} hull>
      {outcome === null && <LoadingTile title="Verifying your email" />}
      {outcome === 'changed' && <Changed />}
      {outcome && outcome !== 'changed' && <Failed message={outcome.failure} />}
    </PageFrame>
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
      <div role="alert">
        <StatusTile
          tone="bad"
          icon={<Unlink aria-hidden="true" />}
          title="Email not changed"
          lede={message}
        />
      </div>
      <Button variant="primary" size="large" className="mt-6 w-full" onClick={leave}>
        {authenticated ? 'Back to Settings' : 'Back to Sign In'}
      </Button>
    </>
  );
}
