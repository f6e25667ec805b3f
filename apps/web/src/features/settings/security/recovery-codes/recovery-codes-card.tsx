import { Button } from '../../../../ui/actions/button.tsx';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { RowButton, SettingsCard } from '../../settings-card.tsx';
import type { AccountSecurity, ShowDialog } from '../account-security.ts';
import { fewCodes } from '../protection.ts';

const purpose = 'Use one to sign in if you lose your device. Each works once.';

export function RecoveryCodesCard({ security, onShow }: { security: AccountSecurity; onShow: ShowDialog }) {
  const { apps, keys, recoveryCodes } = security;
  if (!recoveryCodes && apps.length + keys.length === 0) return null;
  if (!recoveryCodes) {
    return (
      <SettingsCard
        title="Recovery Codes"
        lede={purpose}
        action={
          <Button size="small" onClick={() => onShow({ kind: 'create-codes' })}>
            Create recovery codes
          </Button>
        }
      />
    );
  }

  const { remaining, total } = recoveryCodes;
  return (
    <SettingsCard
      title="Recovery Codes"
      lede={`${remaining} of ${total} left. ${purpose}`}
      action={
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          <RowButton subject="recovery codes" onClick={() => onShow({ kind: 'replace-codes' })}>
            Replace
          </RowButton>
          <RowButton subject="recovery codes" onClick={() => onShow({ kind: 'remove-codes' })}>
            Remove
          </RowButton>
        </div>
      }
    >
      {remaining <= fewCodes && (
        <div className="px-4 pb-5 md:px-6">
          <Banner variant="neutral">
            You’re running out of recovery codes. Replace them with ten new ones.
          </Banner>
        </div>
      )}
    </SettingsCard>
  );
}
