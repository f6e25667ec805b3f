// The router shows this when a screen cannot be loaded or throws while it renders.
import { CircleAlert } from 'lucide-react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { portal } from '../lib/portal.ts';
import { Button } from '../ui/actions/button.tsx';
import { StatusTile } from '../ui/feedback/status-tile.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';

export function FailureScreen() {
  useDocumentTitle('Page Not Loaded');
  return (
    <PageFrame brandName={portal.brandName}>
      <StatusTile
        tone="bad"
        icon={<CircleAlert />}
        title="Page Not Loaded"
        lede="We couldn’t show this page. Check your connection and reload."
      />
      <Button variant="primary" className="mt-6" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    </PageFrame>
  );
}
