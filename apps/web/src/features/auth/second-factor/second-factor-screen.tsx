// Follows every sign-in of an account that has a second factor, whichever way it was made. The guard leads on from here as
// soon as the factor was shown, in this tab or in another.

import { Page } from '../../../domain/page.tsx';
import { signOut } from '../../../domain/sign-out.ts';
import { authClient } from '../../../session/auth-client.ts';
import { stored } from '../../../session/browser-storage.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { useSession } from '../../../session/session-state.ts';
import { signInYourself } from '../../../session/sign-in.ts';
import { provePasskey } from '../../../session/step-up/give-proof.ts';
import { TextButton } from '../../../ui/text/link.tsx';
import { SecondFactor, title } from './second-factor.tsx';

export function SecondFactorScreen() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page title={title} hull>
      {stored.userFromAddress.read() === user.id ? (
        <SignInYourself />
      ) : (
        <SecondFactor
          openClient={authClient}
          provePasskey={provePasskey}
          // The profile could not be read before.
          onProven={() => refreshProfile().catch(() => {})}
        />
      )}
      <p className="mt-8 border-t border-line pt-4 text-small text-pretty text-text-3">
        Signing in as <span className="wrap-anywhere">{user.email}</span>.{' '}
        <TextButton variant="underlined" onClick={signOut}>
          Use another account
        </TextButton>
      </p>
    </Page>
  );
}

// A session that came with an address may be in somebody else's hands, too.
function SignInYourself() {
  return (
    <>
      <h1 className="text-display">{title}</h1>
      <p className="mt-2 text-body text-pretty text-text-2">{signInYourself}</p>
    </>
  );
}
