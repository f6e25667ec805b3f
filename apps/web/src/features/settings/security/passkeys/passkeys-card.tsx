import { Fingerprint } from 'lucide-react';
import { supportsWebAuthn } from '../../../../session/webauthn-support.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Ago } from '../../../../ui/text/ago.tsx';
import { Fact, SettingsCard, SettingsRow, SettingsRows } from '../../settings-card.tsx';
import type { Passkey } from '../account-security.ts';
import type { ShowDialog } from '../dialogs.ts';

const lede = 'Sign in with your fingerprint, face or device code. No second step follows.';
const unsupported = 'Passkeys need a browser that knows them, and an address with a name and TLS.';

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
      {passkeys.length > 0 && (
        <SettingsRows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onShow={onShow} />
          ))}
        </SettingsRows>
      )}
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
          <Fact>
            Added <Ago inSentence moment={passkey.created_at} />
          </Fact>
          <Fact>
            {passkey.last_used_at ? (
              <>
                Last used <Ago inSentence moment={passkey.last_used_at} />
              </>
            ) : (
              'Not used yet'
            )}
          </Fact>
        </>
      }
      action={
        <div className="flex flex-col gap-2 md:flex-row">
          <Button size="small" onClick={() => onShow({ kind: 'rename-passkey', passkey })}>
            Rename
            <span className="sr-only"> {name}</span>
          </Button>
          <Button size="small" onClick={() => onShow({ kind: 'remove-passkey', passkey })}>
            Remove
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      }
    />
  );
}
