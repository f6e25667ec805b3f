import { lazy, Suspense, useState, useTransition } from 'react';
import { SignInChoice } from './sign-in-choice.tsx';

// The forms are as large as the rest of this screen, and not everybody signs in with them.
const loadForms = () => import('./email-forms.tsx');
const EmailForms = lazy(async () => ({ default: (await loadForms()).EmailForms }));

export function AuthScreen() {
  const [byEmail, setByEmail] = useState(false);
  const [opening, startOpening] = useTransition();
  return (
    <Suspense>
      {byEmail ? (
        <EmailForms onLeave={() => setByEmail(false)} />
      ) : (
        <SignInChoice
          prepareEmail={loadForms}
          openingEmail={opening}
          onEmail={() => startOpening(() => setByEmail(true))}
        />
      )}
    </Suspense>
  );
}
