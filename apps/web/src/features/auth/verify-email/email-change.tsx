// The link that confirms a new address. It leads to the same page as the link that verifies the first one.
import { authMessages } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { portal } from '../../../lib/portal.ts';
import { timings } from '../../../lib/timings.ts';
import { sessionState, useSession } from '../../../session/session-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { SuccessTile } from '../../../ui/feedback/announced-tiles.tsx';
import { StatusTile } from '../../../ui/feedback/status-tile.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ConfirmEmailChange } from './confirm-email-change.tsx';

type Outcome = 'changed' | { failure: string };

// Opening the link changes nothing: a scanner or a stray click must not move an account to another address.
export function EmailChange({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useDocumentTitle(outcome === 'changed' ? 'Email Changed' : 'Change Email');
  return (
    <PageFrame brandName={portal.brandName} hull>
      {outcome === null && <ConfirmEmailChange token={token} onOutcome={setOutcome} />}
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
        <StatusTile tone="bad" icon={<Unlink />} title="Email not changed" lede={message} />
      </div>
      <Button variant="primary" size="large" className="mt-6 w-full" onClick={leave}>
        {authenticated ? 'Back to Settings' : 'Back to Sign In'}
      </Button>
    </>
  );
}
