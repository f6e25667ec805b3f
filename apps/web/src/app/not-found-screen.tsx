import { useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { portal } from '../lib/portal.ts';
import { Button } from '../ui/button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';

export function NotFoundScreen() {
  const { navigate, history } = useRouter();
  useDocumentTitle('Page Not Found');
  return (
    <PageFrame brandName={portal.brandName} hull>
      <p className="text-mono font-mono text-text-3">404</p>
      <h1 className="mt-2 text-display">Page Not Found</h1>
      <p className="mt-1 text-body text-pretty text-text-2">
        The page you are looking for does not exist or has been moved.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => navigate({ to: '/' })}>
          Back to Dashboard
        </Button>
        <Button icon={<ArrowLeft aria-hidden="true" />} onClick={() => history.back()}>
          Go Back
        </Button>
      </div>
    </PageFrame>
  );
}
