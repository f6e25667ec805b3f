import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { KeyMask } from '../key-mask.tsx';

const dots = 12;

// Says which key a dialog is about.
export function KeyIdentity({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div className="rounded-2 border border-line bg-inset px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-medium text-text">
        <span className="min-w-0 wrap-anywhere">{apiKey.name}</span>
        <EnvironmentBadge environment={apiKey.environment} />
      </p>
      <p className="mt-1 font-mono text-mono text-text-2">
        <KeyMask value={apiKey.key} dots={dots} />
      </p>
    </div>
  );
}
