import { useLocation, useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Page } from '../../../domain/page.tsx';
import { PageLoading } from '../../../domain/page-loading.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { timings } from '../../../lib/timings.ts';
import { PageButton } from '../../../ui/actions/button.tsx';
import { FailureTile } from '../../../ui/feedback/announced-tiles.tsx';
import { dropSecretParameters, readCallback } from './callback-address.ts';
import { AnotherAccount, type CallbackFailure, finishOnce, signInAgain } from './finish-provider-sign-in.ts';

export function CallbackScreen() {
  const { searchStr, hash } = useLocation();
  const { history } = useRouter();
  // The tokens are removed from the address at once, so what it carried on arrival is read once and kept.
  const [{ callback, search }] = useState(() => ({
    callback: readCallback({ search: searchStr, hash }),
    search: dropSecretParameters(searchStr),
  }));
  const [failure, setFailure] = useState<CallbackFailure | null>(null);

  useLayoutEffect(() => history.replace(`/auth/callback${search}`), [history, search]);

  useEffect(() => {
    let shown = true;
    finishOnce(callback, search).then(
      (target) => shown && history.replace(target),
      (error: CallbackFailure) => shown && setFailure(error),
    );
    return () => {
      shown = false;
    };
  }, [callback, search, history]);

  return failure ? <Failed failure={failure} /> : <Completing />;
}

function Completing() {
  useDocumentTitle('Completing Sign In');
  return <PageLoading text="Completing sign in..." />;
}

const destinations = {
  settings: { announced: 'Returning to settings', button: 'Back to Settings' },
  'sign-in': { announced: 'Returning to the sign-in page', button: 'Back to Sign In' },
};

function Failed({ failure }: { failure: CallbackFailure }) {
  const { history } = useRouter();
  const afterMs = failure instanceof AnotherAccount ? timings.mismatchedUserMs : timings.callbackErrorMs;
  const secondsLeft = useSecondsLeft(afterMs);
  const { title, message } = failure;
  const { announced, button } = destinations[failure.leadsTo];
  const go = useCallback(
    () => history.replace(failure.leadsTo === 'settings' ? '/dashboard#settings' : signInAgain()),
    [failure, history],
  );

  useEffect(() => {
    const timer = setTimeout(go, afterMs);
    return () => clearTimeout(timer);
  }, [go, afterMs]);

  return (
    <Page title={title}>
      <FailureTile icon={<CircleAlert />} title={title} lede={message === title ? undefined : message} />
      <PageButton onClick={go}>{button}</PageButton>
      <p className="mt-4 text-small text-text-3 tabular-nums">
        {announced} in {secondsLeft}s
      </p>
    </Page>
  );
}

const useSecondsLeft = (fromMs: number) => {
  const [seconds, setSeconds] = useState(fromMs / 1000);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(left - 1, 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
};
