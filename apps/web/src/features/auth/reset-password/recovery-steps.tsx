// The steps of a reset link. Only a visitor with such a link loads them.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { timings } from '../../../lib/timings.ts';
import { SuccessTile } from '../../../ui/feedback/announced-tiles.tsx';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { openRecovery, type ResetFailure } from './recovery-session.ts';
import { CheckingLink, InvalidLink, type RecoveryLink } from './reset-link.tsx';
import { BackToLogin, ResetPasswordForm } from './reset-password-form.tsx';

const doneTitle = 'Password Reset Successful!';

type Stage = 'checking' | 'second-factor' | 'form' | 'done' | 'invalid' | 'died';

export function RecoverySteps({ link }: { link: RecoveryLink }) {
  const [stage, setStage] = useState<Stage>('checking');
  const [disconnected, setDisconnected] = useState<Provider[]>([]);

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
  if (stage === 'done') return <Done disconnected={disconnected} />;
  if (stage === 'second-factor') return <CodeStep link={link} onProven={() => setStage('form')} />;
  return (
    <ResetPasswordForm
      link={link}
      onDone={(removed) => {
        setDisconnected(removed);
        setStage('done');
      }}
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

// Somebody who has to read why a connection is gone leaves when they are ready.
function Done({ disconnected }: { disconnected: Provider[] }) {
  const navigate = useNavigate();
  const staysUp = disconnected.length > 0;
  useEffect(() => {
    if (staysUp) return;
    const timer = setTimeout(() => navigate({ to: '/auth', replace: true }), timings.passwordResetRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, staysUp]);
  if (!staysUp)
    return <SuccessTile title={doneTitle} lede="Your password has been reset. Redirecting to login..." />;
  const names = disconnected.map((provider) => providerName[provider]).join(' and ');
  return (
    <>
      <SuccessTile
        title={doneTitle}
        lede={`We disconnected ${names} to keep your account safe. Sign in with your new password, then connect it again in Settings.`}
      />
      <BackToLogin />
    </>
  );
}
