import type { RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { Badge } from '../ui/text/badge.tsx';

type Status = RateLimitRequest['status'];

export const requestStatusNames: Record<Status, string> = {
  PENDING: 'Under review',
  APPROVED: 'Approved',
  DENIED: 'Denied',
};

export function RequestBadge({ status }: { status: Status }) {
  return <Badge variant={status === 'APPROVED' ? 'accent' : 'neutral'}>{requestStatusNames[status]}</Badge>;
}
