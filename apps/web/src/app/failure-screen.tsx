// The router shows this when a screen cannot be loaded or throws while it renders.
import type { ErrorComponentProps } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { PortalUpdated } from '../domain/lazy-part.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { portal } from '../lib/portal.ts';
import { Button } from '../ui/actions/button.tsx';
import { StatusTile } from '../ui/feedback/status-tile.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';

const updated = {
  tone: 'neutral',
  title: 'A new version is available',
  lede: 'Reload the page to continue.',
} as const;

const notLoaded = {
  tone: 'bad',
  title: 'Page Not Loaded',
  lede: 'We couldn’t show this page. Check your connection and reload.',
} as const;

export function FailureScreen({ error }: ErrorComponentProps) {
  const words = error instanceof PortalUpdated ? updated : notLoaded;
  useDocumentTitle(words.title);
  return (
    <PageFrame brandName={portal.brandName}>
      <StatusTile icon={<CircleAlert />} {...words} />
      <Button variant="primary" className="mt-6" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    </PageFrame>
  );
}
