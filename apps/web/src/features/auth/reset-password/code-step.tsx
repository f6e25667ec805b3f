import { useCallback } from 'react';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { BackToLogin } from './back-to-login.tsx';
import type { RecoveryLink } from './recovery-link.ts';
import { openRecovery } from './recovery-session.ts';

type CodeStepProps = { link: RecoveryLink; onProven: () => void };

// It comes before the new password, in the session of the reset link.
export function CodeStep({ link, onProven }: CodeStepProps) {
  const openClient = useCallback(async () => (await openRecovery(link)).client, [link]);
  return (
    <>
      <SecondFactor openClient={openClient} onProven={onProven} />
      <BackToLogin />
    </>
  );
}
