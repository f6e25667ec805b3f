import { lazy, Suspense, useEffect, useState, useTransition } from 'react';
import { stored } from '../../../session/storage.ts';
import { SignInChoice } from './sign-in-choice.tsx';

// The forms are as large as the rest of this screen, and not everybody signs in with them.
const loadForms = () => import('./email-forms.tsx');
const EmailForms = lazy(async () => ({ default: (await loadForms()).EmailForms }));

export function AuthScreen() {
  const [byEmail, setByEmail] = useState(false);
  const [opening, startOpening] = useTransition();
  const sessionEnded = useSessionEnded();
  return (
    <Suspense>
      {byEmail ? (
        <EmailForms onLeave={() => setByEmail(false)} />
      ) : (
        <SignInChoice
          sessionEnded={sessionEnded}
          prepareEmail={loadForms}
          openingEmail={opening}
          onEmail={() => startOpening(() => setByEmail(true))}
        />
      )}
    </Suspense>
  );
}

// It is said once: whoever comes back later has not just lost a session.
const useSessionEnded = () => {
  const [ended] = useState(() => stored.sessionEnded.read() !== null);
  useEffect(() => stored.sessionEnded.remove(), []);
  return ended;
};
