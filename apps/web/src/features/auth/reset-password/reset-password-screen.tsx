import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useLayoutEffect, useState } from 'react';
import { lazyPart } from '../../../domain/lazy-part.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { portal } from '../../../lib/portal.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { CheckingLink, InvalidLink, readRecoveryLink } from './reset-link.tsx';

const RecoverySteps = lazyPart(() => import('./recovery-steps.tsx'), 'RecoverySteps');

export function ResetPasswordScreen() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useDocumentTitle('Reset Password');
  const [link, setLink] = useState(() => readRecoveryLink(hash));

  // The tokens leave the address bar and the history at once. A second link can arrive in the same page: only the
  // fragment changes then.
  useLayoutEffect(() => {
    if (!hash) return;
    setLink(readRecoveryLink(hash));
    navigate({ to: '/reset-password', replace: true });
  }, [hash, navigate]);

  return (
    <PageFrame brandName={portal.brandName}>
      {link ? (
        <Suspense fallback={<CheckingLink />}>
          <RecoverySteps key={link.accessToken} link={link} />
        </Suspense>
      ) : (
        <InvalidLink />
      )}
    </PageFrame>
  );
}
