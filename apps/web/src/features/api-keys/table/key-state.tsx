import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { RequestBadge } from '../../../domain/request-badge.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { KeyBadges, needsAttention } from '../key-notices.tsx';

// The one thing about a key that its owner should know first. Most keys are active, and nothing else.
export function KeyState({ apiKey, activeClass }: { apiKey: ApiKey; activeClass?: string }) {
  if (needsAttention(apiKey))
    return (
      <span className="flex flex-wrap gap-1 [&>span]:ml-0">
        <KeyBadges apiKey={apiKey} />
      </span>
    );
  if (apiKey.previous) return <Badge variant="neutral">Old key works</Badge>;
  if (apiKey.latestRequest?.status === 'PENDING') return <RequestBadge status="PENDING" />;
  return <span className={activeClass}>Active</span>;
}
