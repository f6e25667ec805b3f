import { type CliRequest, cliMessages, getCliRequest } from '@ballast/contract/cli-auth';
import type { User } from '@ballast/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { Check, SquareTerminal } from 'lucide-react';
import { Avatar } from '../../domain/avatar.tsx';
import { failureMessage, refusalMessage } from '../../lib/failure-message.ts';
import { portal } from '../../lib/portal.ts';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RetryBanner } from '../../ui/retry-banner.tsx';
import { StatusTile } from '../../ui/status-tile.tsx';
import { BadRequest, Denied, Success } from './cli-auth-views.tsx';
import { CliRequestLoading } from './cli-request-loading.tsx';
import { closedMessage, useAnswer } from './use-answer.ts';

const loadingFailed = 'Failed to load the request';

type CliRequestViewProps = { user: User; state: string; redirect: URL };

export function CliRequestView({ user, state, redirect }: CliRequestViewProps) {
  const answer = useAnswer(state, redirect);
  const { data, error, refetch } = useQuery({
    queryKey: ['cli-request', state],
    queryFn: () => call(getCliRequest, { params: { state } }),
    // It may expire, or be answered in another window.
    refetchInterval: timings.cliRequestPollMs,
    enabled: answer.isIdle || answer.isError,
  });

  if (answer.isSuccess) return answer.variables === 'authorize' ? <Success email={user.email} /> : <Denied />;
  const closed = answer.isPending ? undefined : (closedMessage(answer.error) ?? closedMessage(error));
  if (closed) return <BadRequest message={closed} />;
  return (
    <>
      <StatusTile
        icon={<SquareTerminal aria-hidden="true" />}
        title="CLI Authentication"
        lede={`The ${portal.brandName} CLI is asking to use your account.`}
      />
      {!data && !error && <CliRequestLoading />}
      {!data && error && (
        <div className="mt-6">
          <RetryBanner message={refusalMessage(error, loadingFailed)} onRetry={refetch} />
        </div>
      )}
      {data && (
        <>
          <RequestCard user={user} request={data} />
          {answer.error && (
            <div className="mt-5">
              <Banner variant="bad">{failureMessage(answer.error, cliMessages.failed)}</Banner>
            </div>
          )}
          <Answers answer={answer} />
        </>
      )}
    </>
  );
}

const abilities = [
  'Access account information',
  'Manage API keys and settings',
  'Request tokens from the sandbox coin faucet',
];

function RequestCard({ user, request }: { user: User; request: CliRequest }) {
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
          <dt className="text-small text-text-2">Pairing code</dt>
          <dd className="font-mono text-section font-medium tracking-wide">{request.pairingCode}</dd>
          <dt className="text-small text-text-2">Device</dt>
          <dd className="min-w-0 text-body wrap-anywhere">
            <bdi>{request.deviceName}</bdi>
            <span className="block text-small text-text-2">{request.address}</span>
          </dd>
        </dl>
        <p className="text-small text-pretty text-text-2">Authorize only if your terminal shows this code.</p>
      </div>
      <div className="p-4">
        <p className="text-small text-text-2">The CLI will be able to</p>
        <ul className="mt-3 flex flex-col gap-2">
          {abilities.map((ability) => (
            <li key={ability} className="flex items-center gap-2.5 text-body">
              <Check aria-hidden="true" className="flex-none text-text-3" />
              {ability}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Answers({ answer }: { answer: ReturnType<typeof useAnswer> }) {
  const busy = answer.isPending ? answer.variables : null;
  return (
    <>
      <div className="mt-5 grid grid-cols-2 gap-2.5">
        <Button
          size="large"
          disabled={busy !== null}
          busy={busy === 'deny'}
          busyLabel="Denying..."
          onClick={() => answer.mutate('deny')}
        >
          Deny
        </Button>
        <Button
          variant="primary"
          size="large"
          disabled={busy !== null}
          busy={busy === 'authorize'}
          busyLabel="Authorizing..."
          onClick={() => answer.mutate('authorize')}
        >
          Authorize
        </Button>
      </div>
      <p className="mt-5 text-small text-pretty text-text-2">
        This request came from the {portal.brandName} CLI. If you did not start it, choose Deny.
      </p>
    </>
  );
}
