import { type ApiKey, keyLimits, type RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { Link } from '@tanstack/react-router';
import { RequestBadge, requestStatusNames } from '../../../domain/request-badge.tsx';
import { ReviewTime } from '../../../domain/review-time.tsx';
import { linkClass, TextButton } from '../../../ui/text/link.tsx';
import type { KeyAction } from '../key-modal.ts';

type RateLimitProps = { apiKey: ApiKey; disabled: boolean; onAction: (action: KeyAction) => void };

// Shows the limit, the button that requests a higher one, and the state of the latest request.
export function RateLimit({ apiKey, disabled, onAction }: RateLimitProps) {
  const { name, rateLimit, latestRequest } = apiKey;
  // The form takes no more than this, so only people can help.
  const atMost = rateLimit >= keyLimits.maxRateLimit;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="whitespace-nowrap">{rateLimit} req/sec</span>
        {latestRequest?.status === 'PENDING' && <RequestBadge status="PENDING" />}
        {latestRequest?.status !== 'PENDING' && atMost && (
          <Link to="/support" className={linkClass()}>
            Contact support<span className="sr-only"> for a higher limit of {name}</span>
          </Link>
        )}
        {latestRequest?.status !== 'PENDING' && !atMost && (
          <TextButton
            aria-label={`Request increase for ${name}`}
            disabled={disabled}
            onClick={() => onAction('request-limit')}
          >
            Request increase
          </TextButton>
        )}
      </span>
      {latestRequest && (
        <span className="mt-1 block text-caption text-pretty text-text-3">
          <TextButton variant="quiet" onClick={() => onAction('show-request')}>
            {summary(latestRequest)}
          </TextButton>
          {latestRequest.status === 'PENDING' && (
            <>
              {' '}
              <ReviewTime />
            </>
          )}
        </span>
      )}
    </>
  );
}

const summary = ({ status, requestedLimit }: RateLimitRequest) =>
  status === 'PENDING'
    ? `${requestedLimit} req/sec requested.`
    : `${requestStatusNames[status]}: ${requestedLimit} req/sec`;
