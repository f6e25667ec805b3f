import { Mail } from 'lucide-react';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { portal } from '../../lib/portal.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Mark } from '../../ui/mark.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';

export function SignInChoice({ onEmail }: { onEmail: () => void }) {
  useDocumentTitle('Developer Portal');
  return (
    <PageFrame hull>
      <Mark className="-ml-[3px] size-10" />
      <h1 className="mt-5 text-display">Developer Portal</h1>
      <p className="mt-1 mb-6 text-body text-text-2">Keys, activity and test tokens in one place.</p>
      <div className="flex flex-col gap-2.5">
        <Button
          variant="primary"
          size="large"
          className="w-full"
          icon={<Mail aria-hidden="true" />}
          onClick={onEmail}
        >
          Continue with Email
        </Button>
      </div>
      <p className="mt-5 max-w-75 text-small leading-5 text-text-3">
        By continuing you agree to the{' '}
        <TextLink variant="quiet" href={`${portal.marketingUrl}/terms`}>
          Terms of Service
        </TextLink>{' '}
        and{' '}
        <TextLink variant="quiet" href={`${portal.marketingUrl}/privacy`}>
          Privacy{'\u00a0'}Policy
        </TextLink>
        .
      </p>
    </PageFrame>
  );
}
