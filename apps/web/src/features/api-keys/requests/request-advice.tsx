import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { listRequests, type RequestRow, requestLimits } from '@ballast/contract/requests/requests';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, LifeBuoy, Network, TrendingUp } from 'lucide-react';
import { failureMessage } from '../../../lib/failure-message.ts';
import { call } from '../../../session/api.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { copyText } from '../../../ui/text/copy-button.tsx';
import { onPlainClick } from '../../../ui/text/link.tsx';
import { useRestrictKey } from '../key-mutations.ts';
import { useReadValue } from '../key-value.tsx';
import type { KeyAction } from '../modals/key-modals.tsx';
import { type Advice, adviceFor, type Over, overAround } from './advice.ts';

const aroundMs = 60_000;

// How long a key was over its limit is read from the rows around this one.
const useOver = ({ id, at, keyId, reason }: RequestRow): Over | null => {
  const { data } = useQuery({
    queryKey: ['over-limit', id],
    queryFn: () => {
      const [from, to] = [-aroundMs, aroundMs].map((by) => new Date(Date.parse(at) + by).toISOString());
      const query = { keyId, outcome: 'limited', from, to, limit: requestLimits.longestPage } as const;
      return call(listRequests, { query });
    },
    enabled: reason === 'rate_limited',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? overAround(at, data, data.length === requestLimits.longestPage) : null;
};

type RequestAdviceProps = {
  row: RequestRow;
  // Null is a key that was deleted since.
  apiKey: ApiKey | null;
  onAction: (action: KeyAction, apiKey: ApiKey) => void;
};

export function RequestAdvice({ row, apiKey, onAction }: RequestAdviceProps) {
  const over = useOver(row);
  const advice = adviceFor(row, apiKey, over);
  if (!advice) return null;
  return (
    <section
      aria-label="What to do"
      className="flex flex-col items-start gap-3 rounded-3 border border-line bg-surface px-4 py-3.5"
    >
      <p className="text-body text-pretty wrap-anywhere text-text">{advice.text}</p>
      <Step advice={advice} row={row} apiKey={apiKey} onAction={onAction} />
    </section>
  );
}

function Step({ advice, ...props }: RequestAdviceProps & { advice: Advice }) {
  const { apiKey, onAction } = props;
  const { step, label } = advice;
  if (step === 'support')
    return (
      <ButtonLink href="/support" icon={<LifeBuoy />}>
        {label}
      </ButtonLink>
    );
  if (step === 'keys') return <PortalLink href="/dashboard/keys">{label}</PortalLink>;
  if (!apiKey) return null;
  switch (step) {
    case 'request-limit':
    case 'show-request':
      return (
        <Button
          variant={step === 'request-limit' ? 'primary' : 'secondary'}
          icon={<TrendingUp />}
          onClick={() => onAction(step, apiKey)}
        >
          {label}
        </Button>
      );
    case 'allow-address':
      return <AllowAddress label={label} address={props.row.address} apiKey={apiKey} />;
    case 'restrictions':
      return <PortalLink href={`/dashboard/keys/${apiKey.id}?section=restrictions`}>{label}</PortalLink>;
    case 'copy-key':
      return <CopyKey label={label} apiKey={apiKey} />;
    default:
      return null;
  }
}

function PortalLink({ href, children }: { href: string; children: string | undefined }) {
  const navigate = useNavigate();
  return (
    <ButtonLink href={href} icon={<ArrowRight />} onClick={onPlainClick(() => navigate({ href }))}>
      {children}
    </ButtonLink>
  );
}

type StepProps = { label: string | undefined; apiKey: ApiKey };

function AllowAddress({ label, address, apiKey }: StepProps & { address: string }) {
  const restrict = useRestrictKey(apiKey);
  const allow = () =>
    restrict.mutate(
      { allowedNetworks: [...(apiKey.allowedNetworks ?? []), address] },
      { onError: (error) => showToast.error(failureMessage(error, 'Couldn’t add the address')) },
    );
  return (
    <Button
      variant="primary"
      className="h-auto min-h-9 py-1.5 whitespace-normal"
      icon={<Network className="flex-none" />}
      busy={restrict.isPending}
      onClick={allow}
    >
      <span className="wrap-anywhere">{label}</span>
    </Button>
  );
}

function CopyKey({ label, apiKey }: StepProps) {
  const readValue = useReadValue(apiKey);
  return (
    <Button
      onClick={async ({ currentTarget }) => {
        const value = await readValue();
        if (value !== null) await copyText(value, currentTarget);
      }}
    >
      {label}
    </Button>
  );
}
