import { faucetLimits } from '@ballast/contract/faucet-limits';
import type { FirstSteps as Progress } from '@ballast/contract/first-steps';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { TextButton } from '../../../ui/text/link.tsx';
import { FirstRequestLine } from '../first-request-line.tsx';
import { keysOfAll } from '../keys-query.ts';
import { usageOfAll } from '../usage/usage-query.ts';
import { usePutAway } from './first-steps-query.ts';

type FirstStepsProps = {
  steps: Progress['steps'];
  apiKey: ApiKey | undefined;
  onFaucet: () => void;
};

// It greets a new account below its keys, where it moves nothing when it comes, is ticked off or goes.
export function FirstSteps({ steps, apiKey, onFaucet }: FirstStepsProps) {
  const titleId = useId();
  const putAway = usePutAway();
  useTellArrival(steps.firstCall);
  const items: { name: string; done: boolean; todo: ReactNode }[] = [
    { name: 'Verify your email', done: steps.emailVerified, todo: null },
    {
      name: 'Create a sandbox key',
      done: steps.sandboxKey || apiKey !== undefined,
      todo: 'Sandbox requests never move real funds.',
    },
    { name: 'Make your first call', done: steps.firstCall, todo: <FirstCall apiKey={apiKey} /> },
    {
      name: 'Get test tokens',
      done: steps.testTokens,
      todo: (
        <>
          {faucetLimits.amount} tokens to try payments with.{' '}
          <TextButton onClick={onFaucet}>Open the faucet</TextButton>
        </>
      ),
    },
    {
      name: 'Complete your profile',
      done: steps.profile,
      todo: (
        <>
          Required for production keys.{' '}
          <Link
            to="/onboarding"
            className="rounded-1 font-medium text-accent underline-offset-[3px] hover:underline"
          >
            Complete profile
          </Link>
        </>
      ),
    },
  ];
  return (
    <Card>
      <section aria-labelledby={titleId} className="px-4 py-3 md:px-5 md:py-4">
        <div className="flex items-center gap-3">
          <h2 id={titleId} className="text-section">
            First steps
          </h2>
          <span className="text-small text-text-3">
            {items.filter(({ done }) => done).length} of {items.length} done
          </span>
          <div className="ml-auto">
            <IconButton
              aria-label="Dismiss first steps"
              tooltip="Dismiss"
              tooltipSide="bottom-end"
              icon={<X />}
              onClick={() => {
                document.getElementById('main')?.focus();
                putAway.mutate(true);
              }}
            />
          </div>
        </div>
        <ol className="mt-2 flex flex-col">
          {items.map((item) => (
            <Step key={item.name} {...item} />
          ))}
        </ol>
      </section>
    </Card>
  );
}

function Step({ name, done, todo }: { name: string; done: boolean; todo: ReactNode }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex gap-3 py-2">
      <Icon className={cx('mt-0.5 flex-none', done ? 'text-accent' : 'text-text-3')} />
      <div className="min-w-0 flex-1">
        <p className={cx('text-body', done ? 'text-text-2' : 'font-medium text-text')}>
          {name}
          <span className="sr-only">{done ? ', done' : ', to do'}</span>
        </p>
        {!done && todo && <div className="mt-1 text-small text-text-2">{todo}</div>}
      </div>
    </li>
  );
}

function FirstCall({ apiKey }: { apiKey: ApiKey | undefined }) {
  if (!apiKey) return 'Create a key and your first request appears here, ready to paste.';
  return (
    <>
      <p className="mb-2 wrap-anywhere">
        Run this command. It uses your key “{apiKey.name}”. We’ll check this step off when it arrives.
      </p>
      <FirstRequestLine apiKey={apiKey} />
    </>
  );
}

// The owner looks at a terminal meanwhile. The key's card changes at the same time.
const useTellArrival = (firstCall: boolean) => {
  const before = useRef(firstCall);
  const client = useQueryClient();
  useEffect(() => {
    if (firstCall && !before.current) {
      showToast.success('Your first call arrived');
      for (const queryKey of [keysOfAll, usageOfAll]) client.invalidateQueries({ queryKey });
    }
    before.current = firstCall;
  }, [firstCall, client]);
};
