// The steps of a reset link. Only a visitor with such a link loads them.
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { timings } from '../../../lib/timings.ts';
import { SuccessTile } from '../../../ui/feedback/announced-tiles.tsx';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { openRecovery, type ResetFailure } from './recovery-session.ts';
import { CheckingLink, InvalidLink, type RecoveryLink } from './reset-link.tsx';
import { BackToLogin, ResetPasswordForm } from './reset-password-form.tsx';

type Stage = 'checking' | 'second-factor' | 'form' | 'done' | 'invalid' | 'died';

export function RecoverySteps({ link }: { link: RecoveryLink }) {
  const [stage, setStage] = useState<Stage>('checking');

  useEffect(() => {
    let shown = true;
    const show = (next: Stage) => shown && setStage(next);
    openRecovery(link).then(
      (recovery) => show(recovery.secondFactorDue ? 'second-factor' : 'form'),
      // The server may be unreachable for a moment; the form tries again.
      (failure: ResetFailure) => show(failure.linkIsDead ? 'invalid' : 'form'),
    );
    return () => {
      shown = false;
    };
  }, [link]);

  if (stage === 'invalid' || stage === 'died') return <InvalidLink said={stage === 'died'} />;
  if (stage === 'checking') return <CheckingLink />;
  if (stage === 'done') return <Done />;
  if (stage === 'second-factor') return <CodeStep link={link} onProven={() => setStage('form')} />;
  return (
    <ResetPasswordForm
      link={link}
      onDone={() => setStage('done')}
      onDeadLink={() => setStage('died')}
      onSecondFactor={() => setStage('second-factor')}
    />
  );
}

// It comes before the new password, in the session of the reset link.
function CodeStep({ link, onProven }: { link: RecoveryLink; onProven: () => void }) {
  const openClient = useCallback(async () => (await openRecovery(link)).client, [link]);
  return (
    <>
      <SecondFactor openClient={openClient} onProven={onProven} />
      <BackToLogin />
    </>
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
