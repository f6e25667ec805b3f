import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

export function PasskeyButton({ disabled, note }: { disabled: boolean; note: ReactNode }) {
  const { supported, busy, signIn } = usePasskeySignIn();
  if (!supported) return null;
  return (
    <Button
      size="large"
      className="w-full"
      icon={<Fingerprint />}
      disabled={disabled}
      busy={busy}
      onClick={signIn}
    >
      Continue with Passkey
      {note}
    </Button>
  );
}
