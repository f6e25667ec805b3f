import { formatNumber } from '../../../lib/numbers.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { StopKeyModal, type StopKeyProps } from './stop-key-modal.tsx';

export function EndGraceModal(props: StopKeyProps) {
  const requests = props.apiKey.previous?.requests24h ?? 0;
  return (
    <StopKeyModal {...props} title="Stop Old Value" description="The new value stays as it is.">
      <Banner variant={requests ? 'bad' : 'neutral'}>
        {requests
          ? `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'} used the old value in the last 24 hours. Calls that still use it will fail at once.`
          : 'Nobody used the old value in the last 24 hours. It stops being valid at once.'}
      </Banner>
    </StopKeyModal>
  );
}
