import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { SignInChoice } from './sign-in-choice.tsx';

// The forms weigh as much as the rest of this screen, so they come after it has been painted.
const loadForms = () => import('./email-forms.tsx');
const EmailForms = lazy(async () => ({ default: (await loadForms()).EmailForms }));

export function AuthScreen() {
  const [byEmail, setByEmail] = useState(false);

  useEffect(() => {
    // A failure here is met again, and shown, when the forms are asked for.
    loadForms().catch(() => {});
  }, []);

  return (
    <Suspense>
      {byEmail ? (
        <EmailForms onLeave={() => setByEmail(false)} />
      ) : (
        <SignInChoice onEmail={() => startTransition(() => setByEmail(true))} />
      )}
    </Suspense>
  );
}
