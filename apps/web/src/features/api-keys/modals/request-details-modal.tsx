import type { RateLimitRequest } from '@ballast/contract/keys/api-keys';
import type { ReactNode } from 'react';
import { RequestBadge } from '../../../domain/request-badge.tsx';
import { ReviewTime } from '../../../domain/review-time.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';

type RequestDetailsModalProps = { open: boolean; request: RateLimitRequest | null; onClose: () => void };

export function RequestDetailsModal({ request, ...modal }: RequestDetailsModalProps) {
  if (!request) return null;
  const { status, keyName, currentLimit, requestedLimit, approvedLimit } = request;
  const { createdAt, decidedAt, reason, note } = request;
  return (
    <Modal
      {...modal}
      production={request.environment === 'PRODUCTION'}
      title="Rate Limit Request"
      badge={<RequestBadge status={status} />}
      description={
        <>
          For <b className="font-medium text-text wrap-anywhere">{keyName}</b>.{' '}
          {status === 'PENDING' && <ReviewTime />}
        </>
      }
      actions={<ModalCancel>Close</ModalCancel>}
    >
      <dl className="flex flex-col gap-3">
        <Entry label="Requested">
          From {currentLimit} to {requestedLimit} req/sec on {formatDateTime(createdAt)}
        </Entry>
        <Entry label="Justification">{reason}</Entry>
        {decidedAt && (
          <Entry label="Decided">
            {approvedLimit !== null && `${approvedLimit} req/sec on `}
            {formatDateTime(decidedAt)}
          </Entry>
        )}
        {note && <Entry label="Note from the reviewer">{note}</Entry>}
      </dl>
    </Modal>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-text-3">{label}</dt>
      <dd className="mt-0.5 text-body text-pretty whitespace-pre-line text-text wrap-anywhere">{children}</dd>
    </div>
  );
}
