import type { Factor } from '@supabase/auth-js';
import { provenMethods } from '../../../../session/assurance.ts';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { Name } from '../../../../ui/text/name.tsx';
import type { AccountSecurity } from '../account-security.ts';
import { RemoveModal } from '../remove-modal.tsx';
import { factorName, isApp } from './factors-card.tsx';

type RemoveFactorModalProps = {
  open: boolean;
  factor: Factor;
  security: AccountSecurity;
  onClose: () => void;
};

const lasting = new Set(['totp', 'mfa/webauthn', 'passkey']);
const provenByCodeAlone = () => !provenMethods().some((method) => lasting.has(method));

// Recovery codes cannot stay without another factor, so they go first. A session that was proven by one of them would
// then be proven by nothing, and could remove nothing.
const removeLast = async (factorId: string, hasCodes: boolean) => {
  if (hasCodes) await callAuthClient(({ mfa }) => mfa.recoveryCodes.unenroll());
  await callAuthClient(({ mfa }) => mfa.unenroll({ factorId }));
};

export function RemoveFactorModal({ factor, security, ...modal }: RemoveFactorModalProps) {
  const { apps, keys, recoveryCodes, hasPassword } = security;
  const last = apps.length + keys.length === 1;
  const name = <Name>{factorName(factor)}</Name>;
  return (
    <RemoveModal
      {...modal}
      what={isApp(factor) ? 'Authenticator App' : 'Security Key'}
      description={
        last ? (
          <>
            {name} is your only second step.{' '}
            {hasPassword ? 'Your password alone' : 'Your GitHub or Google account alone'} will sign in
            {recoveryCodes ? ', and your recovery codes are removed.' : '.'}
          </>
        ) : (
          <>{name} no longer signs in. Your other second steps stay.</>
        )
      }
      {...(last &&
        recoveryCodes &&
        provenByCodeAlone() && {
          obstacle: (
            <Banner variant="neutral">
              You signed in with a recovery code. Add your new authenticator app first, then remove this one.
            </Banner>
          ),
        })}
      remove={() =>
        last
          ? removeLast(factor.id, recoveryCodes !== null)
          : callAuthClient(({ mfa }) => mfa.unenroll({ factorId: factor.id }))
      }
    />
  );
}
