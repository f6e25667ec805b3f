import { Shield, ShieldCheck } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconTile } from '../../../ui/feedback/status-tile.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { AccountSecurity } from './account-security.ts';
import { type NextStep, protectionOf } from './protection.ts';

const nextWords: Record<NextStep, string> = {
  'add-app': 'Add Authenticator App',
  'create-codes': 'Create Recovery Codes',
  'replace-codes': 'Replace Recovery Codes',
  'add-passkey': 'Add Passkey',
};

type ProtectionCardProps = { security: AccountSecurity; onNext: (step: NextStep) => void };

export function ProtectionCard({ security, onNext }: ProtectionCardProps) {
  const { strong, title, text, next } = protectionOf(security);
  return (
    <section aria-label="Account protection">
      <Card className="flex flex-col gap-4 px-4 py-5 md:flex-row md:items-center md:px-6">
        <IconTile tone={strong ? 'ok' : 'neutral'} icon={strong ? <ShieldCheck /> : <Shield />} />
        <div className="min-w-0 flex-1">
          <h2 className="text-section">{title}</h2>
          <p className="text-small text-pretty text-text-2">{text}</p>
        </div>
        {next && (
          <Button variant="primary" onClick={() => onNext(next)}>
            {nextWords[next]}
          </Button>
        )}
      </Card>
    </section>
  );
}
