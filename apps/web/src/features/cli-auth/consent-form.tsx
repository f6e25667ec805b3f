import { type CliRequest, cliMessages } from '@ballast/contract/cli/cli-auth';
import type { User } from '@ballast/contract/profile';
import { type FormEvent, useRef, useState } from 'react';
import { failureMessage } from '../../lib/failure-message.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Answers } from './answers.tsx';
import { isWholeCode, PairingCodeField, pairingError } from './pairing-code-field.tsx';
import { RequestCard } from './request-card.tsx';
import type { useAnswer } from './use-answer.ts';

type ConsentFormProps = {
  user: User;
  request: CliRequest;
  redirect: URL;
  answer: ReturnType<typeof useAnswer>;
  // The portal says again whether it wants the code.
  onCodeWanted: () => void;
};

export function ConsentForm({ user, request, redirect, answer, onCodeWanted }: ConsentFormProps) {
  const [code, setCode] = useState('');
  const codeInput = useRef<HTMLInputElement>(null);
  // The portal may ask for the code only when Authorize is pressed: this browser has changed its network meanwhile.
  const codeError = pairingError(answer.error);
  const pairingRequired = request.pairingRequired || codeError !== undefined;

  const refocus = (failure: Error) => {
    if (!pairingError(failure)) return;
    onCodeWanted();
    codeInput.current?.select();
  };
  const authorize = (event: FormEvent) => {
    event.preventDefault();
    const pairingCode = pairingRequired ? code : undefined;
    answer.mutate({ answer: 'authorize', pairingCode }, { onError: refocus });
  };
  // Where the terminal is elsewhere, its address on this device would be a stranger's choice.
  const listensHere = request.loopback && !pairingRequired;
  const type = (typed: string) => {
    setCode(typed);
    if (answer.isError) answer.reset();
  };

  return (
    <form onSubmit={authorize} noValidate>
      <RequestCard user={user} request={request}>
        {pairingRequired && (
          <PairingCodeField ref={codeInput} value={code} error={codeError} onChange={type} />
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
        onDeny={() => answer.mutate({ answer: 'deny', redirect: listensHere ? redirect : null })}
      />
    </form>
  );
}
