import { Fingerprint } from 'lucide-react';
import { supportsWebAuthn } from '../../../../session/webauthn-support.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import {
  AgoFact,
  LastUsed,
  RowButton,
  SettingsCard,
  SettingsRow,
  SettingsRows,
} from '../../settings-card.tsx';
import type { Passkey, ShowDialog } from '../account-security.ts';

const lede = 'Sign in with your fingerprint, face or screen lock. No second step needed.';
const unsupported = 'Passkeys need a supported browser and an HTTPS address.';

export function PasskeysCard({ passkeys, onShow }: { passkeys: Passkey[]; onShow: ShowDialog }) {
  const supported = supportsWebAuthn();
  return (
    <SettingsCard
      title="Passkeys"
      lede={supported ? lede : unsupported}
      action={
        supported && (
          <Button size="small" onClick={() => onShow({ kind: 'add-passkey' })}>
            Add passkey
          </Button>
        )
      }
    >
      <SettingsRows>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onShow={onShow} />
        ))}
      </SettingsRows>
    </SettingsCard>
  );
}

export const passkeyName = ({ friendly_name }: Passkey) => friendly_name ?? 'Passkey';

function PasskeyRow({ passkey, onShow }: { passkey: Passkey; onShow: ShowDialog }) {
  const name = passkeyName(passkey);
  return (
    <SettingsRow
      icon={<Fingerprint />}
      title={<bdi className="min-w-0 wrap-anywhere">{name}</bdi>}
      detail={
        <>
          <AgoFact verb="Added" moment={passkey.created_at} />
          <LastUsed moment={passkey.last_used_at} />
        </>
      }
      action={
        <div className="flex flex-col gap-2 md:flex-row">
          <RowButton subject={name} onClick={() => onShow({ kind: 'rename-passkey', passkey })}>
            Rename
          </RowButton>
          <RowButton subject={name} onClick={() => onShow({ kind: 'remove-passkey', passkey })}>
            Remove
          </RowButton>
        </div>
      }
    />
  );
}
