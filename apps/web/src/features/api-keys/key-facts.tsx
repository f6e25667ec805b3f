import { type ApiKey, keyLimits, type RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RequestBadge, requestStatusNames } from '../../domain/request-badge.tsx';
import { ReviewTime } from '../../domain/review-time.tsx';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { cx } from '../../ui/cx.ts';
import { Ago } from '../../ui/text/ago.tsx';
import { linkClass, TextButton } from '../../ui/text/link.tsx';
import type { KeyAction } from './modals/key-modals.tsx';

type RateLimitProps = { apiKey: ApiKey; disabled: boolean; onAction: (action: KeyAction) => void };

type KeyFactsProps = RateLimitProps & { className: string; lastUse?: ReactNode; children?: ReactNode };

export function KeyFacts({ className, lastUse, children, ...limit }: KeyFactsProps) {
  const { createdAt, lastUsedAt } = limit.apiKey;
  return (
    <dl className={cx('border-t border-line px-4 py-3 md:px-5', className)}>
      <Fact label="Rate limit" className="max-md:col-span-2">
        <RateLimit {...limit} />
      </Fact>
      <Fact label="Created">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      </Fact>
      <Fact label="Last used">
        <LastUsed moment={lastUsedAt} />
        {lastUse}
      </Fact>
      {children}
    </dl>
  );
}

// Every card has the same columns, and so has its skeleton.
export const factsClass =
  'grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[minmax(150px,192px)_minmax(96px,1fr)_minmax(96px,1fr)_minmax(150px,214px)] lg:grid-cols-[309px_207px_207px_1fr] lg:gap-x-0';

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="mt-0.5 text-small text-text tabular-nums">{children}</dd>
    </div>
  );
}

// A touch screen has no tooltip, so the date is written out.
function LastUsed({ moment }: { moment: string | null }) {
  if (!moment || Number.isNaN(Date.parse(moment))) return formatDate(moment);
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{formatDate(moment)}</span>
      <span className="text-text-3">
        <Ago moment={moment} />
      </span>
    </span>
  );
}

function RateLimit({ apiKey, disabled, onAction }: RateLimitProps) {
  const { name, rateLimit, latestRequest } = apiKey;
  const pending = latestRequest?.status === 'PENDING';
  // The form takes no more than this, so only people can help.
  const atMost = rateLimit >= keyLimits.maxRateLimit;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="whitespace-nowrap">{rateLimit} req/sec</span>
        {pending && <RequestBadge status="PENDING" />}
        {!pending && atMost && (
          <Link to="/support" className={linkClass()}>
            Contact support<span className="sr-only"> for a higher limit of {name}</span>
          </Link>
        )}
        {!pending && !atMost && (
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
          {pending && (
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

const summary = ({ status, requestedLimit, approvedLimit }: RateLimitRequest) =>
  status === 'PENDING'
    ? `${requestedLimit} req/sec requested.`
    : `${requestStatusNames[status]}: ${approvedLimit ?? requestedLimit} req/sec`;
