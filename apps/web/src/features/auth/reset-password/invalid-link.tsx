import { authMessages } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { StatusTile } from '../../../ui/feedback/status-tile.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';

const linkInvalid = 'Invalid or expired reset link';

// The form has said it already when a link dies under it.
export function InvalidLink({ said = false }: { said?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!said) showToast.error(linkInvalid, { id: 'reset-link' });
  }, [said]);
  return (
    <>
      <StatusTile
        tone="bad"
        icon={<Unlink />}
        title="Invalid Reset Link"
        lede={authMessages.resetLinkInvalid}
      />
      <Button
        variant="primary"
        size="large"
        className="mt-6 w-full"
        onClick={() => navigate({ to: '/auth', replace: true })}
      >
        Back to Login
      </Button>
    </>
  );
}
