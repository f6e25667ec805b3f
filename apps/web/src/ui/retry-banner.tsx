import { Banner } from './banner.tsx';

export function RetryBanner({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Banner variant="bad" action={{ label: 'Retry', onClick: onRetry }}>
      {message}
    </Banner>
  );
}
