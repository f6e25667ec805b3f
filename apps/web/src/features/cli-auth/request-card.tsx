import type { CliRequest } from '@ballast/contract/cli/cli-auth';
import { cliScopes, cliScopeTexts } from '@ballast/contract/cli/cli-scopes';
import type { User } from '@ballast/contract/profile';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../domain/avatar.tsx';
import { Card } from '../../ui/layout/card.tsx';

const everything = [
  'Access account information',
  'Manage API keys and settings',
  'Request tokens from the sandbox coin faucet',
];

// A tool that asks for less is shown with exactly what it asks for.
const abilitiesOf = ({ scopes }: CliRequest) =>
  cliScopes.every((scope) => scopes.includes(scope))
    ? everything
    : scopes.map((scope) => cliScopeTexts[scope]);

type RequestCardProps = { user: User; request: CliRequest; children: ReactNode };

// The code is shown to be compared, or the children ask for it.
export function RequestCard({ user, request, children }: RequestCardProps) {
  return (
    <Card className="mt-6 divide-y divide-line">
      <div className="flex flex-col gap-4 p-4">
        <div className="flex items-center gap-3">
          <Avatar user={user} />
          <div className="min-w-0">
            <p className="text-small text-text-2">Authenticating as</p>
            <p className="text-body font-medium wrap-anywhere">{user.email}</p>
          </div>
        </div>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5 rounded-2 border border-line bg-inset px-3.5 py-3">
          {request.pairingCode && (
            <>
              <dt className="text-small text-text-2">Pairing code</dt>
              <dd className="font-mono text-section font-medium tracking-wide">{request.pairingCode}</dd>
            </>
          )}
          <dt className="text-small text-text-2">Device</dt>
          <dd className="min-w-0 text-body wrap-anywhere">
            <bdi>{request.deviceName}</bdi>
            <span className="block text-small text-text-2">{request.address}</span>
          </dd>
        </dl>
        {request.pairingCode && (
          <p className="text-small text-pretty text-text-2">
            Authorize only if your terminal shows this code.
          </p>
        )}
        {children}
      </div>
      <div className="p-4">
        <p className="text-small text-text-2">The CLI will be able to</p>
        <ul className="mt-3 flex flex-col gap-2">
          {abilitiesOf(request).map((ability) => (
            <li key={ability} className="flex items-center gap-2.5 text-body">
              <Check className="flex-none text-text-3" />
              {ability}
            </li>
          ))}
        </ul>
        {request.expiresInDays !== null && (
          <p className="mt-3 text-small text-text-2">
            {request.expiresInDays === 1
              ? 'This ends after 1 day.'
              : `This ends after ${request.expiresInDays} days.`}
          </p>
        )}
      </div>
    </Card>
  );
}
