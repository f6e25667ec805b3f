import { shorten } from '@ballast/contract/evm-address';
import type { Transfer, TransferStatus } from '@ballast/contract/faucet';
import { CircleAlert } from 'lucide-react';
import { Ago } from '../../ui/text/ago.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';

const statusNames: Record<TransferStatus, string> = {
  PENDING: 'Pending',
  SENT: 'Sent',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
};

export function TransferItem({ transfer }: { transfer: Transfer }) {
  const { amount, token, address, status, reason, createdAt } = transfer;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3.5 md:px-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 text-body font-medium text-text tabular-nums wrap-anywhere">
          {amount} {token}
        </h3>
        <Badge variant={status === 'COMPLETED' ? 'accent' : 'neutral'}>{statusNames[status]}</Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-text-2">
        {address ? <Address address={address} /> : <span>To your sandbox balance</span>}
        <span className="text-text-3">
          <Ago moment={createdAt} />
        </span>
      </div>
      {reason && <Reason failed={status === 'FAILED'}>{reason}</Reason>}
    </li>
  );
}

function Address({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      To{' '}
      <span className="font-mono text-mono text-text" title={address}>
        <span aria-hidden="true">{shorten(address)}</span>
        <span className="sr-only">{address}</span>
      </span>
      <CopyButton value={address} subject={`address ${shorten(address)}`} />
    </span>
  );
}

function Reason({ failed, children }: { failed: boolean; children: string }) {
  return (
    <p className="flex items-start gap-2 text-small text-pretty text-text-2">
      {failed && <CircleAlert className="mt-0.5 size-4 flex-none text-danger" />}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
