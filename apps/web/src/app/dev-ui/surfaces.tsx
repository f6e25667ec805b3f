import { Check, CircleAlert, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingText, Skeleton, Spinner } from '../../ui/feedback/loading.tsx';
import { IconTile } from '../../ui/feedback/status-tile.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Hull } from '../../ui/layout/hull.tsx';
import { Brand } from '../../ui/layout/mark.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { CodeBlock, CodeLine } from '../../ui/text/code-block.tsx';

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2.5">{children}</div>;
}

const variants = ['sandbox', 'production', 'production-solid', 'accent', 'neutral', 'bad'] as const;
const badges = (
  <Row>
    {variants.map((variant) => (
      <Badge key={variant} variant={variant}>
        {variant}
      </Badge>
    ))}
  </Row>
);

const code = (
  <>
    <CodeLine command="npm install -g @ballast/cli" />
    <CodeBlock label="curl example" code={'curl https://api.northwind.dev/v1/balance\n'} />
  </>
);

const messages = (
  <>
    <Row>
      <Button onClick={() => showToast.success('Copied to clipboard')}>Success</Button>
      <Button onClick={() => showToast.error('Failed to rotate API key')}>Error</Button>
      <Button onClick={() => showToast.info('Production API keys are not available.')}>Info</Button>
    </Row>
    {(['ok', 'bad', 'prod', 'neutral'] as const).map((variant) => (
      <Banner
        key={variant}
        variant={variant}
        action={{ label: 'Retry', onClick: () => showToast.info('Retried') }}
      >
        A banner says how something went.
      </Banner>
    ))}
  </>
);

const tiles = (
  <>
    <LoadingText>Loading API keys...</LoadingText>
    <Skeleton className="h-3.5 w-30" />
    <Row>
      <Brand name="Ballast" />
      <IconTile icon={<Spinner />} />
      <IconTile tone="ok" icon={<Check />} />
      <IconTile tone="bad" icon={<CircleAlert />} />
    </Row>
    <EmptyState icon={<KeyRound />} title="No sandbox keys found" text="Create your first" />
  </>
);

export const surfaces = {
  Badges: badges,
  Code: code,
  'Toasts and banners': messages,
  'Tiles and loading': tiles,
  Hull: <Hull />,
};
