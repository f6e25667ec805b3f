import { lazy, Suspense, useEffect, useState, useTransition } from 'react';
import { stored } from '../../../session/browser-storage.ts';
import { useAuthStep } from './auth-step.ts';
import { SignInChoice } from './sign-in-choice.tsx';

type Forms = typeof import('./email-forms.tsx').EmailForms;

// The forms are as large as the rest of this screen, and not everybody signs in with them. Once they are loaded they are drawn at
// once, without the blank that a lazy part shows first.
let loadedForms: Forms | undefined;
const loadForms = async () => {
  const { EmailForms } = await import('./email-forms.tsx');
  loadedForms = EmailForms;
  return { default: EmailForms };
};
const LazyForms = lazy(loadForms);

// One component for as long as the forms are shown: another one would begin with the first address again.
const useForms = (shown: boolean) => {
  const [chosen, choose] = useState<Forms | typeof LazyForms | null>(null);
  const forms = chosen ?? loadedForms ?? LazyForms;
  if (shown && !chosen) choose(() => forms);
  return forms;
};

export function AuthScreen() {
  const { step, emailVerified, show, leave } = useAuthStep();
  const [opening, startOpening] = useTransition();
  const sessionEnded = useSessionEnded();
  const EmailForms = useForms(step !== null);
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
