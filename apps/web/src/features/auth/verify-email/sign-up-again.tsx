// An unverified account cannot change its address. After a typing mistake the owner signs up again.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '../../../domain/sign-out.ts';
import { stored } from '../../../session/browser-storage.ts';
import { cliAuthSignInPath } from '../../../session/cli-auth-return.ts';
import { TextButton } from '../../../ui/text/link.tsx';

export function SignUpAgain({ authenticated }: { authenticated: boolean }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const signUpAgain = async () => {
    setLeaving(true);
    const href = cliAuthSignInPath() ?? '/auth';
    if (authenticated) await signOut();
    // The sign-in form must not offer the wrong address.
    stored.verificationEmail.remove();
    await navigate({ href, state: { signsUp: true }, replace: authenticated });
  };
  return (
    <p className="mt-5 text-body text-text-2">
      Wrong address?{' '}
      <TextButton disabled={leaving} onClick={signUpAgain}>
        Sign up again
      </TextButton>
    </p>
  );
}
