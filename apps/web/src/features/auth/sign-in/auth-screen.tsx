import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useTransition } from 'react';
import { stored } from '../../../session/browser-storage.ts';
import { SignInChoice } from './sign-in-choice.tsx';

// The forms are as large as the rest of this screen, and not everybody signs in with them.
const loadForms = () => import('./email-forms.tsx');
const EmailForms = lazy(async () => ({ default: (await loadForms()).EmailForms }));

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The visitor wants to sign up with another address, so the form for it is open.
    signsUp?: boolean;
  }
}

// A sign-out may lead here a moment before the wish to sign up arrives, so that opens the screen anew.
export function AuthScreen() {
  const signsUp = useLocation({ select: ({ state }) => state.signsUp === true });
  return <Ways key={String(signsUp)} signsUp={signsUp} />;
}

function Ways({ signsUp }: { signsUp: boolean }) {
  const [byEmail, setByEmail] = useState(signsUp);
  const [opening, startOpening] = useTransition();
  const sessionEnded = useSessionEnded();
  return (
    <Suspense>
      {byEmail ? (
        <EmailForms signsUp={signsUp} onLeave={() => setByEmail(false)} />
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

// It is said once: a later visit has not just lost a session.
const useSessionEnded = () => {
  const [ended] = useState(() => stored.sessionEnded.read() !== null);
  useEffect(() => stored.sessionEnded.remove(), []);
  return ended;
};
