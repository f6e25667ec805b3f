import { portal } from '../../lib/portal.ts';
import { Button } from '../../ui/actions/button.tsx';

type AnswersProps = { busy: 'authorize' | 'deny' | null; ready: boolean; onDeny: () => void };

export function Answers({ busy, ready, onDeny }: AnswersProps) {
  return (
    <>
      <div className="mt-5 grid grid-cols-2 gap-2.5">
        <Button
          size="large"
          disabled={busy !== null}
          busy={busy === 'deny'}
          busyLabel="Denying..."
          onClick={onDeny}
        >
          Deny
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={busy !== null || !ready}
          busy={busy === 'authorize'}
          busyLabel="Authorizing..."
        >
          Authorize
        </Button>
      </div>
      <p className="mt-5 text-small text-pretty text-text-2">
        This request came from the {portal.brandName} CLI. If you did not start it, choose Deny.
      </p>
    </>
  );
}
