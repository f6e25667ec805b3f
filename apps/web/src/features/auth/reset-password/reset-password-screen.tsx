import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { lazyPartWith } from '../../../domain/lazy-part.ts';
import { Page } from '../../../domain/page.tsx';
import { CheckingLink, InvalidLink, readRecoveryLink } from './reset-link.tsx';

const RecoverySteps = lazyPartWith(() => import('./recovery-steps.tsx'), 'RecoverySteps', <CheckingLink />);

export function ResetPasswordScreen() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => readRecoveryLink(hash));

  // The tokens leave the address bar and the history at once. A second link can arrive in the same page: only the
  // fragment changes then.
  useLayoutEffect(() => {
    if (!hash) return;
    setLink(readRecoveryLink(hash));
    navigate({ to: '/reset-password', replace: true });
  }, [hash, navigate]);

  return (
    <Page title="Reset Password">
      {link ? <RecoverySteps key={link.accessToken} link={link} /> : <InvalidLink />}
    </Page>
  );
}
