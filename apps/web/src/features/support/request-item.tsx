import type { RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { ArrowRight } from 'lucide-react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { RequestBadge } from '../../domain/request-badge.tsx';
import { formatDate } from '../../lib/dates.ts';

export function RequestItem({ request }: { request: RateLimitRequest }) {
  const { keyName, environment, status, currentLimit, requestedLimit, note, createdAt, decidedAt } = request;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-4 md:px-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 text-body font-medium text-text wrap-anywhere">{keyName}</h3>
          <EnvironmentBadge environment={environment} />
        </div>
        <RequestBadge status={status} />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-text-2 tabular-nums">
        <span className="inline-flex items-center gap-1.5 text-text">
          {currentLimit}
          <ArrowRight className="size-3.5 text-text-3" />
          <span className="sr-only">to</span>
          {requestedLimit} req/sec
        </span>
        <span>Requested {formatDate(createdAt)}</span>
        {decidedAt && <span>Decided {formatDate(decidedAt)}</span>}
      </p>
      {note && (
        <p className="text-small text-pretty whitespace-pre-line text-text-2 wrap-anywhere">
          <span className="text-text-3">Note from the reviewer: </span>
          {note}
        </p>
      )}
    </li>
  );
}
