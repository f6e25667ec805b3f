import { getCliRequest } from '@ballast/contract/cli/cli-auth';
import type { User } from '@ballast/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { refusalMessage } from '../../lib/failure-message.ts';
import { portal } from '../../lib/portal.ts';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';
import { RetryBanner } from '../../ui/feedback/banner.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { StatusTile } from '../../ui/feedback/status-tile.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { BadRequest, Denied, Success } from './cli-auth-views.tsx';
import { ConsentForm } from './consent-form.tsx';
import { closedMessage, useAnswer } from './use-answer.ts';

export function CliRequestView({ user, state, redirect }: { user: User; state: string; redirect: URL }) {
  const answer = useAnswer(state);
  const { data, error, refetch } = useQuery({
    queryKey: ['cli-request', state],
    queryFn: () => call(getCliRequest, { params: { state } }),
    // It may expire, or be answered in another window.
    refetchInterval: timings.cliRequestPollMs,
    enabled: answer.isIdle || answer.isError,
  });

  if (answer.isSuccess)
    return answer.variables.answer === 'authorize' ? <Success email={user.email} /> : <Denied />;
  const closed = answer.isPending ? undefined : (closedMessage(answer.error) ?? closedMessage(error));
  if (closed) return <BadRequest message={closed} />;

  return (
    <>
      <StatusTile
        icon={<SquareTerminal />}
        title="CLI Authentication"
        lede={`The ${portal.brandName} CLI is asking to use your account.`}
      />
      {!data && !error && <CliRequestLoading />}
      {!data && error && (
        <div className="mt-6">
          <RetryBanner message={refusalMessage(error, 'Failed to load the request')} onRetry={refetch} />
        </div>
      )}
      {data && (
        <ConsentForm user={user} request={data} redirect={redirect} answer={answer} onCodeWanted={refetch} />
      )}
    </>
  );
}

function CliRequestLoading() {
  const shown = useDelayedLoading(true);
  return (
    <Card className={shown ? 'mt-6 flex flex-col gap-4 p-4' : 'invisible mt-6 flex flex-col gap-4 p-4'}>
      <LoadingText>Loading request...</LoadingText>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-24 w-full" />
    </Card>
  );
}
