import { authMessages } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { useEffect } from 'react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { PageButton } from '../../../ui/actions/button.tsx';
import { LoadingTile } from '../../../ui/feedback/announced-tiles.tsx';
import { StatusTile } from '../../../ui/feedback/status-tile.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { TextButton } from '../../../ui/text/link.tsx';

const ForgotPasswordModal = lazyPartWith(
  () => import('../sign-in/forgot-password-modal.tsx'),
  'ForgotPasswordModal',
  null,
);

export type RecoveryLink = { accessToken: string; refreshToken: string };

export const readRecoveryLink = (hash: string): RecoveryLink | null => {
  const fragment = new URLSearchParams(hash.replace('#', ''));
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (fragment.get('type') !== 'recovery' || !accessToken || !refreshToken) return null;
  return { accessToken, refreshToken };
};

export function CheckingLink() {
  return <LoadingTile title="Checking your reset link" />;
}

// The form has said it already when a link dies under it.
export function InvalidLink({ said = false }: { said?: boolean }) {
  const navigate = useNavigate();
  const another = useDialog();
  useEffect(() => {
    if (!said) showToast.error('Invalid or expired reset link', { id: 'reset-link' });
  }, [said]);
  return (
    <>
      <StatusTile
        tone="bad"
        icon={<Unlink />}
        title="Invalid Reset Link"
        lede={authMessages.resetLinkInvalid}
      />
      <PageButton onClick={() => navigate({ to: '/auth', replace: true })}>Back to Login</PageButton>
      <p className="mt-5 text-body">
        <TextButton onClick={another.show}>Send a new link</TextButton>
      </p>
      {another.wasOpened && (
        <ForgotPasswordModal key={another.key} open={another.open} typedEmail="" onClose={another.close} />
      )}
    </>
  );
}
