import type { Environment } from '@ballast/contract/keys/api-keys';
import { useState } from 'react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { LoadingText, Skeleton, useDelayedLoading } from '../../ui/feedback/loading.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { EnvironmentSwitch } from '../dashboard/environment-switch.tsx';
import { Section, Specimens } from './section.tsx';

const rotationMilliseconds = 1500;
const slowAnswerMilliseconds = 1000;
const fastAnswerMilliseconds = 100;

export function BadgesSection() {
  const [environment, setEnvironment] = useState<Environment>('SANDBOX');
  return (
    <Section title="Badges and environment switch">
      <Specimens>
        <EnvironmentBadge environment="SANDBOX" />
        <EnvironmentBadge environment="PRODUCTION" />
        <EnvironmentBadge environment="PRODUCTION" solid />
        <Badge variant="accent">Primary Auth</Badge>
        <Badge variant="neutral">Coming Soon</Badge>
        <Badge variant="bad">Expired</Badge>
      </Specimens>
      <div>
        <EnvironmentSwitch value={environment} onChange={setEnvironment} />
      </div>
      <div className="max-w-80">
        <EnvironmentSwitch wide value={environment} onChange={setEnvironment} />
      </div>
    </Section>
  );
}

export function ToastsSection() {
  return (
    <Section title="Toasts">
      <Specimens>
        <Button onClick={() => showToast.success('Copied to clipboard')}>Success</Button>
        <Button onClick={() => showToast.error('Failed to rotate API key')}>Error</Button>
        <Button onClick={() => showToast.info('Production API keys are not available in this environment.')}>
          Info
        </Button>
        <Button onClick={rotate}>Loading, then success</Button>
      </Specimens>
    </Section>
  );
}

function rotate() {
  const id = showToast.loading('Rotating key');
  setTimeout(() => showToast.success('API key rotated', { id }), rotationMilliseconds);
}

export function BannersSection() {
  return (
    <Section title="Banners">
      <div className="flex flex-col gap-2">
        <Banner variant="ok">Profile updated successfully!</Banner>
        <Banner variant="bad" action={{ label: 'Retry', onClick: () => showToast.info('Retried') }}>
          Failed to load API keys
        </Banner>
        <Banner variant="prod">This is a live key. Requests made with it move real funds.</Banner>
        <Banner variant="neutral">The faucet works only in sandbox.</Banner>
      </div>
    </Section>
  );
}

export function LoadingSection() {
  const [loading, setLoading] = useState(false);
  const shown = useDelayedLoading(loading);
  function load(milliseconds: number) {
    setLoading(true);
    setTimeout(() => setLoading(false), milliseconds);
  }
  return (
    <Section title="Loading">
      <LoadingText>Loading API keys...</LoadingText>
      <Specimens>
        <Skeleton className="h-3.5 w-30" />
        <Skeleton className="h-[18px] w-16" />
      </Specimens>
      <Specimens>
        <Button onClick={() => load(fastAnswerMilliseconds)}>Fast answer</Button>
        <Button onClick={() => load(slowAnswerMilliseconds)}>Slow answer</Button>
        {shown ? <Skeleton className="h-9 w-40" /> : <span className="text-small text-text-3">Loaded</span>}
      </Specimens>
    </Section>
  );
}
