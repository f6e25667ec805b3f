import { type CliRequest, cliLimits, cliMessages, plainPairingCode } from '@ballast/contract/cli/cli-auth';
import { ApiError } from '@ballast/contract/http/client';
import type { User } from '@ballast/contract/profile';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { failureMessage } from '../../lib/failure-message.ts';
import { portal } from '../../lib/portal.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Field } from '../../ui/forms/field.tsx';
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
  // The request says so only once it is loaded again, and typing clears the error before.
  const [codeWanted, setCodeWanted] = useState(false);
  const pairingRequired = request.pairingRequired || codeWanted || codeError !== undefined;

  const refocus = (failure: Error) => {
    if (!pairingError(failure)) return;
    setCodeWanted(true);
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

type AnswersProps = { busy: 'authorize' | 'deny' | null; ready: boolean; onDeny: () => void };

function Answers({ busy, ready, onDeny }: AnswersProps) {
  return (
    <>
      <div className="mt-5 grid grid-cols-2 gap-2.5">
        <Button
          size="large"
          disabled={busy !== null}
          busy={busy === 'deny'}
          busyLabel="Denying..."
          onClick={onDeny}
        >
          Deny
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={busy !== null || !ready}
          busy={busy === 'authorize'}
          busyLabel="Authorizing..."
        >
          Authorize
        </Button>
      </div>
      <p className="mt-5 text-small text-pretty text-text-2">
        This request came from the {portal.brandName} CLI. If you didn’t start it, select Deny.
      </p>
    </>
  );
}

// The server's word on the code that was typed, or that it wants one.
const pairingError = (error: Error | null) =>
  error instanceof ApiError ? error.fields.pairingCode : undefined;

const isWholeCode = (typed: string) => plainPairingCode(typed).length >= cliLimits.pairingLetters;

type PairingCodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

function PairingCodeField({ onChange, ...field }: PairingCodeFieldProps) {
  return (
    <Field
      {...field}
      label="Pairing code"
      hint="We can’t see that this terminal is beside this browser. Type the code it shows. Never type a code that someone sent you."
      className="font-mono tracking-wide"
      maxLength={cliLimits.pairingCode}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
