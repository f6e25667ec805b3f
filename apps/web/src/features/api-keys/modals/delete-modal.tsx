import { relativeTime } from '../../../lib/dates.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { StopKeyModal, type StopKeyProps } from './stop-key-modal.tsx';

export function DeleteModal(props: StopKeyProps) {
  return (
    <StopKeyModal {...props} title="Delete Key" description="This cannot be undone.">
      <Banner variant="bad">
        <LastUse moment={props.apiKey.lastUsedAt} /> Calls that use this key will fail as soon as you delete
        it.
      </Banner>
    </StopKeyModal>
  );
}

function LastUse({ moment }: { moment: string | null }) {
  if (!moment) return 'Not used so far.';
  return (
    <>
      Last used <b className="font-medium">{relativeTime(moment).toLowerCase()}</b>.
    </>
  );
}
