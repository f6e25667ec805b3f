import { authMessages } from '@ballast/contract/auth';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { portal } from '../../../lib/portal.ts';
import { timings } from '../../../lib/timings.ts';
import { LoadingTile, SuccessTile } from '../../../ui/announced-tiles.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { StatusTile } from '../../../ui/status-tile.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { CodeStep } from './code-step.tsx';
import { openRecovery, type RecoveryLink, type ResetFailure, readRecoveryLink } from './recovery-session.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

const linkInvalid = 'Invalid or expired reset link';

type Stage = 'checking' | 'second-factor' | 'form' | 'done' | 'invalid';

export function ResetPasswordScreen() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => readRecoveryLink(hash));

  // The tokens leave the address bar and the history at once. A second link can arrive in the same page: only the
  // fragment changes then.
  useLayoutEffect(() => {
    if (!hash) return;
    setLink(readRecoveryLink(hash));
    navigate({ to: '/reset-password', replace: true });
  }, [hash, navigate]);

  return (
    <PageFrame brandName={portal.brandName}>
      <Recovery key={link?.accessToken} link={link} />
    </PageFrame>
  );
}

function Recovery({ link }: { link: RecoveryLink | null }) {
  const [stage, setStage] = useState<Stage>(link ? 'checking' : 'invalid');
  useDocumentTitle('Reset Password');

  useEffect(() => {
    let shown = true;
    const refuse = () => {
      showToast.error(linkInvalid, { id: 'reset-link' });
      if (shown) setStage('invalid');
    };
    if (!link) return refuse();
    openRecovery(link).then(
      (recovery) => shown && setStage(recovery.secondFactorDue ? 'second-factor' : 'form'),
      // The server may be unreachable for a moment; the form tries again.
      (failure: ResetFailure) => (failure.linkIsDead ? refuse() : shown && setStage('form')),
    );
    return () => {
      shown = false;
    };
  }, [link]);

  if (stage === 'invalid' || !link) return <InvalidLink />;
  if (stage === 'checking') return <LoadingTile title="Checking your reset link" />;
  if (stage === 'done') return <Done />;
  if (stage === 'second-factor') return <CodeStep link={link} onProven={() => setStage('form')} />;
  return (
    <ResetPasswordForm
      link={link}
      onDone={() => setStage('done')}
      onDeadLink={() => setStage('invalid')}
      onSecondFactor={() => setStage('second-factor')}
    />
  );
}

function Done() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate({ to: '/auth', replace: true }), timings.passwordResetRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <SuccessTile
      title="Password Reset Successful!"
      lede="Your password has been reset. Redirecting to login..."
    />
  );
}

function InvalidLink() {
  const navigate = useNavigate();
  return (
    <>
      <StatusTile
        tone="bad"
        icon={<Unlink aria-hidden="true" />}
        title="Invalid Reset Link"
        lede={authMessages.resetLinkInvalid}
      />
      <Button
        variant="primary"
        size="large"
        className="mt-6 w-full"
        onClick={() => navigate({ to: '/auth', replace: true })}
      >
        Back to Login
      </Button>
    </>
  );
}
