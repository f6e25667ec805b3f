import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft, ArrowUpRight, BookOpen, LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { portal } from '../lib/portal.ts';
import { Button } from '../ui/actions/button.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';

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
        <Button icon={<ArrowLeft />} onClick={() => history.back()}>
          Go Back
        </Button>
      </div>
      <ul className="mt-9 border-t border-line">
        <Way icon={<BookOpen />} text="Guides, every error and the API reference.">
          <a href={portal.docsUrl} className={wayClass}>
            Documentation
          </a>
        </Way>
        <Way icon={<LifeBuoy />} text="Tell us which link led you here.">
          <Link to="/support" className={wayClass}>
            Support
          </Link>
        </Way>
      </ul>
    </PageFrame>
  );
}

function Way({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3.5 border-b border-line py-3.5 transition-colors hover:bg-hover">
      <span className="flex size-9 flex-none items-center justify-center rounded-2 border border-line-strong bg-subtle text-text-2">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        {children}
        <span className="block text-small text-pretty text-text-2">{text}</span>
      </span>
      <ArrowUpRight className="text-text-3" />
    </li>
  );
}

const wayClass = 'rounded-1 text-body font-medium text-text before:absolute before:inset-0';
