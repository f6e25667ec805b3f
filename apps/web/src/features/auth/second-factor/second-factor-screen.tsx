// Follows every sign-in of an account that has a second factor, whichever way it was made. The guard leads on from here as
// soon as the factor was shown, in this tab or in another.
import { signOut } from '../../../domain/sign-out.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { portal } from '../../../lib/portal.ts';
import { sessionKeeper } from '../../../session/keeper.ts';
import { refreshProfile } from '../../../session/profile.ts';
import { useSession } from '../../../session/store.ts';
import { TextButton } from '../../../ui/link.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { SecondFactor, title } from './second-factor.tsx';

export function SecondFactorScreen() {
  const { user } = useSession();
  useDocumentTitle(title);
  if (!user) return null;
  return (
    <PageFrame brandName={portal.brandName} hull>
      <SecondFactor
        openClient={sessionKeeper}
        // The profile could not be read before.
        onProven={() => refreshProfile().catch(() => {})}
      />
      <p className="mt-8 border-t border-line pt-4 text-small text-pretty text-text-3">
        Signing in as <span className="wrap-anywhere">{user.email}</span>.{' '}
        <TextButton variant="underlined" onClick={signOut}>
          Sign out
        </TextButton>
      </p>
    </PageFrame>
  );
}
