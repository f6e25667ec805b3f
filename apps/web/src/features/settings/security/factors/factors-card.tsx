import type { Factor } from '@supabase/auth-js';
import { Smartphone, UsbIcon } from 'lucide-react';
import { supportsWebAuthn } from '../../../../session/webauthn-support.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import {
  AgoFact,
  Fact,
  LastUsed,
  RowButton,
  SettingsCard,
  SettingsRow,
  SettingsRows,
} from '../../settings-card.tsx';
import type { ShowDialog } from '../account-security.ts';

export function FactorsCard({ apps, keys, onShow }: { apps: Factor[]; keys: Factor[]; onShow: ShowDialog }) {
  const factors = [...apps, ...keys];
  return (
    <SettingsCard
      title="Two-Step Verification"
      lede={
        factors.length === 0
          ? 'Require a code or security key after your password, GitHub or Google sign-in.'
          : 'You need one of these after your password, GitHub or Google sign-in.'
      }
      action={
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          <Button size="small" onClick={() => onShow({ kind: 'add-app' })}>
            Add Authenticator App
          </Button>
          {supportsWebAuthn() && (
            <Button size="small" onClick={() => onShow({ kind: 'add-key' })}>
              Add Security Key
            </Button>
          )}
        </div>
      }
    >
      <SettingsRows>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onShow={onShow} />
        ))}
      </SettingsRows>
    </SettingsCard>
  );
}

export const isApp = ({ factor_type }: Factor) => factor_type === 'totp';

export const factorName = (factor: Factor) =>
  factor.friendly_name ?? (isApp(factor) ? 'Authenticator' : 'Security key');

function FactorRow({ factor, onShow }: { factor: Factor; onShow: ShowDialog }) {
  const name = factorName(factor);
  return (
    <SettingsRow
      icon={isApp(factor) ? <Smartphone /> : <UsbIcon />}
      title={<bdi className="min-w-0 wrap-anywhere">{name}</bdi>}
      detail={
        <>
          <Fact>{isApp(factor) ? 'Authenticator app' : 'Security key'}</Fact>
          <AgoFact verb="Added" moment={factor.created_at} />
          <LastUsed moment={factor.last_challenged_at} />
        </>
      }
      action={
        <RowButton subject={name} onClick={() => onShow({ kind: 'remove-factor', factor })}>
          Remove
        </RowButton>
      }
    />
  );
}
