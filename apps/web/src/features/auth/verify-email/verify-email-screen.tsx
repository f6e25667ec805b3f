import { isEmailVerified } from '@ballast/contract/auth/account-state';
import { authMessages } from '@ballast/contract/auth/auth';
import { ApiError } from '@ballast/contract/http/client';
import type { User } from '@ballast/contract/profile';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { Page } from '../../../domain/page.tsx';
import { timings } from '../../../lib/timings.ts';
import { cliAuthSignInPath } from '../../../session/cli-auth-return.ts';
import { type SessionState, sessionState, useSession } from '../../../session/session-state.ts';
import { SignInYourself } from '../../../session/sign-in.ts';
import { LoadingTile, SuccessTile } from '../../../ui/feedback/announced-tiles.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { signInNext } from './use-verified-elsewhere.ts';
import {
  readVerificationLink,
  spendOnce,
  type VerificationLink,
  type Verified,
} from './verification-link.ts';
import { VerifyEmailWaiting } from './verify-email-waiting.tsx';

const failures = {
  query: 'Failed to verify email. Please try again.',
  hash: 'Failed to complete email verification. Please try again.',
} as const;

const whereNext = ({ authenticated, user }: SessionState, verified: Verified | null) => {
  if (!authenticated) return 'Taking you to sign in.';
  if (user && isAnother(user, verified))
    return `${verified.email} can sign in now. You stay signed in as ${user.email}.`;
  return cliAuthSignInPath()
    ? 'Taking you back to the command line’s request.'
    : 'Taking you to the dashboard.';
};

// A link can be opened in a browser in which somebody else is signed in.
const isAnother = (user: User, verified: Verified | null): verified is Verified & { email: string } =>
  Boolean(verified?.email) && verified?.email !== user.email;

// It has a form, which the first link of an account does not need.
const EmailChange = lazyPartWith(() => import('./email-change.tsx'), 'EmailChange', null);

// The link that confirms a new address shares its page with the link that verifies the first.
const readEmailChangeToken = (query: URLSearchParams) =>
  query.get('type') === 'email_change' ? query.get('token') : null;

type Stage = 'verifying' | 'verified' | 'failed' | 'waiting';

export function VerifyEmailScreen() {
  const { searchStr } = useLocation();
  const [token] = useState(() => readEmailChangeToken(new URLSearchParams(searchStr)));
  if (!token) return <EmailVerification />;
  return <EmailChange token={token} />;
}

const useLeaveVerified = (link: VerificationLink | null, choosePassword: boolean) => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!link) return;
    const leave = () => {
      const cliAuth = cliAuthSignInPath();
      if (cliAuth) return navigate({ href: cliAuth, replace: true });
      if (link.kind === 'hash') return navigate({ to: '/dashboard', replace: true });
      if (sessionState().authenticated) return navigate({ to: '/', replace: true });
      return navigate({ to: '/auth', replace: true, state: choosePassword ? {} : signInNext });
    };
    const delay = link.kind === 'hash' ? timings.hashTokenRedirectMs : timings.queryTokenRedirectMs;
    const timer = setTimeout(leave, delay);
    return () => clearTimeout(timer);
  }, [link, choosePassword, navigate]);
};

function EmailVerification() {
  const { searchStr, hash } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  // The address changes while the link is being spent, so what it carried on arrival is read once and kept.
  const [link] = useState(() => readVerificationLink({ search: searchStr, hash }));
  const [stage, setStage] = useState<Stage>(link ? 'verifying' : 'waiting');
  const [verified, setVerified] = useState<Verified | null>(null);
  const [reason, setReason] = useState<string>();

  // Tokens must not stay in the address bar or the history.
  useEffect(() => {
    if (hash) navigate({ href: `/verify-email${searchStr}`, replace: true });
  }, [hash, searchStr, navigate]);

  useEffect(() => {
    if (!link) return;
    let shown = true;
    const show = (next: Stage) => shown && setStage(next);
    spendOnce(link).then(
      (outcome) => {
        // The sign-in page comes in two seconds, and there a password would be of no use.
        if (outcome.choosePassword) showToast.info(authMessages.choosePassword, { id: 'choose-password' });
        setVerified(outcome);
        show('verified');
      },
      (error) => {
        if (error instanceof SignInYourself) {
          showToast.info(error.message, { id: 'sign-in-yourself' });
          if (shown) navigate({ to: '/auth', replace: true });
          return;
        }
        // A dead link stays dead, and the server says what helps.
        if (error instanceof ApiError && error.code === 'link_invalid') setReason(error.message);
        show('failed');
      },
    );
    return () => {
      shown = false;
    };
  }, [link, navigate]);

  useLeaveVerified(stage === 'verified' ? link : null, verified?.choosePassword ?? false);

  // The address may be verified meanwhile, in another tab or on another device.
  const verifiedElsewhere =
    (stage === 'waiting' || stage === 'failed') && session.user !== null && isEmailVerified(session.user);
  useEffect(() => {
    // Nobody is led away from a dead link without a word.
    if (verifiedElsewhere && reason) showToast.info(reason, { id: 'dead-link' });
    if (verifiedElsewhere) navigate({ href: cliAuthSignInPath() ?? '/dashboard', replace: true });
  }, [verifiedElsewhere, reason, navigate]);

  return (
    <Page title={stage === 'verified' ? 'Email Verified' : 'Verify Email'} hull>
      {stage === 'verifying' && <LoadingTile title="Verifying your email" />}
      {stage === 'verified' && <SuccessTile title="Email verified" lede={whereNext(session, verified)} />}
      {stage === 'waiting' && <VerifyEmailWaiting />}
      {stage === 'failed' && link && <VerifyEmailWaiting failure={failures[link.kind]} reason={reason} />}
    </Page>
  );
}
