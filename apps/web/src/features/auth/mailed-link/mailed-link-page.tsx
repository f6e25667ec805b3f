// The page of a mailed link whose work is done by a press: opening it changes nothing, because mail scanners open links.
import { ApiError } from '@ballast/contract/http/client';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Page } from '../../../domain/page.tsx';
import { failureMessage } from '../../../lib/failure-message.ts';
import { PageButton } from '../../../ui/actions/button.tsx';
import { FailureTile, SuccessTile } from '../../../ui/feedback/announced-tiles.tsx';
import { failureToast } from '../../../ui/feedback/toast.tsx';
import { PressStep } from '../press-step.tsx';

type Done = { title: string; lede: ReactNode; details?: ReactNode };
type Outcome = Done | { failure: string };

type MailedLinkPageProps = {
  icon: ReactNode;
  title: string;
  lede: string;
  label: string;
  busyLabel: string;
  failedTitle: string;
  tryAgain: string;
  press: (token: string) => Promise<Done>;
};

const toast = failureToast('mailed-link');

// After these the same link can do nothing more; anything else can be tried again.
const final = new Set<string>(['link_invalid', 'conflict', 'validation_failed']);

const isFinal = (error: unknown): error is ApiError => error instanceof ApiError && final.has(error.code);

const titleOf = ({ title, failedTitle }: MailedLinkPageProps, outcome: Outcome | null) => {
  if (!outcome) return title;
  return 'failure' in outcome ? failedTitle : outcome.title;
};

export function MailedLinkPage(props: MailedLinkPageProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <Page title={titleOf(props, outcome)} hull>
      {outcome === null && <Question {...props} onOutcome={setOutcome} />}
      {outcome && 'failure' in outcome && (
        <FailureTile icon={<Unlink />} title={props.failedTitle} lede={outcome.failure} />
      )}
      {outcome && 'title' in outcome && (
        <SuccessTile title={outcome.title} lede={outcome.lede}>
          {outcome.details}
        </SuccessTile>
      )}
      {outcome && <BackToSignIn />}
    </Page>
  );
}

type QuestionProps = MailedLinkPageProps & { onOutcome: (outcome: Outcome) => void };

function Question({ tryAgain, press, onOutcome, ...step }: QuestionProps) {
  const { searchStr } = useLocation();
  const answer = async () => {
    toast.clear();
    try {
      onOutcome(await press(new URLSearchParams(searchStr).get('token') ?? ''));
    } catch (error) {
      if (!isFinal(error)) throw error;
      onOutcome({ failure: error.fields.token ?? error.message });
    }
  };
  return (
    <PressStep {...step} press={answer} onFailure={(error) => toast.show(failureMessage(error, tryAgain))} />
  );
}

function BackToSignIn() {
  const navigate = useNavigate();
  return (
    <PageButton
      // The button that was pressed is gone, and its focus with it.
      autoFocus
      onClick={() => navigate({ to: '/auth', replace: true })}
    >
      Back to Sign In
    </PageButton>
  );
}
