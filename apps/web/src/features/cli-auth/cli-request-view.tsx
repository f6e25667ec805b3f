import { cliMessages, getCliRequest } from '@ballast/contract/cli-auth';
import type { User } from '@ballast/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { failureMessage, refusalMessage } from '../../lib/failure-message.ts';
import { portal } from '../../lib/portal.ts';
import { timings } from '../../lib/timings.ts';
import { call } from '../../session/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { RetryBanner } from '../../ui/retry-banner.tsx';
import { StatusTile } from '../../ui/status-tile.tsx';
import { Answers } from './answers.tsx';
import { BadRequest, Denied, Success } from './cli-auth-views.tsx';
import { CliRequestLoading } from './cli-request-loading.tsx';
import { isWholeCode, PairingCodeField, pairingError } from './pairing-code-field.tsx';
import { RequestCard } from './request-card.tsx';
import { closedMessage, useAnswer } from './use-answer.ts';

const loadingFailed = 'Failed to load the request';

type CliRequestViewProps = { user: User; state: string; redirect: URL };

export function CliRequestView({ user, state, redirect }: CliRequestViewProps) {
  const answer = useAnswer(state);
  const [code, setCode] = useState('');
  const codeInput = useRef<HTMLInputElement>(null);
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

  // The portal may ask for the code only when Authorize is pressed: this browser has changed its network meanwhile.
  const codeError = pairingError(answer.error);
  const pairingRequired = data?.pairingRequired || codeError !== undefined;

  const authorize = (event: FormEvent) => {
    event.preventDefault();
    const pairingCode = pairingRequired ? code : undefined;
    answer.mutate(
      { answer: 'authorize', pairingCode },
      {
        onError: (failure) => {
          if (!pairingError(failure)) return;
          void refetch();
          codeInput.current?.select();
        },
      },
    );
  };
  // Where the terminal is elsewhere, its address on this device would be a stranger's choice.
  const listensHere = data?.loopback && !pairingRequired;
  const deny = () => answer.mutate({ answer: 'deny', redirect: listensHere ? redirect : null });

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
        <form onSubmit={authorize} noValidate>
          <RequestCard user={user} request={data}>
            {pairingRequired && (
              <PairingCodeField
                ref={codeInput}
                value={code}
                error={codeError}
                onChange={(typed) => {
                  setCode(typed);
                  if (answer.isError) answer.reset();
                }}
              />
            )}
          </RequestCard>
          {answer.error && !codeError && (
            <div className="mt-5">
              <Banner variant="bad">{failureMessage(answer.error, cliMessages.failed)}</Banner>
            </div>
          )}
          <Answers
            busy={answer.isPending ? answer.variables.answer : null}
            ready={!pairingRequired || isWholeCode(code)}
            onDeny={deny}
          />
        </form>
      )}
    </>
  );
}
