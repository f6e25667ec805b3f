import { lazy, Suspense, useEffect, useState, useTransition } from 'react';
import { stored } from '../../../session/browser-storage.ts';
import { useAuthStep } from './auth-step.ts';
import { SignInChoice } from './sign-in-choice.tsx';

// The forms are as large as the rest of this screen, and not everybody signs in with them.
const loadForms = () => import('./email-forms.tsx');
const EmailForms = lazy(async () => ({ default: (await loadForms()).EmailForms }));

export function AuthScreen() {
  const { step, emailVerified, show, leave } = useAuthStep();
  const [opening, startOpening] = useTransition();
  const sessionEnded = useSessionEnded();
  return (
    <Suspense>
      {step ? (
        <EmailForms step={step} emailVerified={emailVerified} onShow={show} onLeave={leave} />
      ) : (
        <SignInChoice
          sessionEnded={sessionEnded}
          prepareEmail={loadForms}
          openingEmail={opening}
          onEmail={() =>
            startOpening(async () => {
              await loadForms();
              show('sign-in');
            })
          }
        />
      )}
    </Suspense>
  );
}

// It is said once: a later visit has not just lost a session.
const useSessionEnded = () => {
  const [ended] = useState(() => stored.sessionEnded.read() !== null);
  useEffect(() => stored.sessionEnded.remove(), []);
  return ended;
};
