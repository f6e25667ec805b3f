import type { ComponentProps } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { portal } from '../lib/portal.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';

type PageProps = Omit<ComponentProps<typeof PageFrame>, 'brandName'> & { title: string };

// A screen outside the dashboard.
export function Page({ title, ...frame }: PageProps) {
  useDocumentTitle(title);
  return <PageFrame brandName={portal.brandName} {...frame} />;
}
