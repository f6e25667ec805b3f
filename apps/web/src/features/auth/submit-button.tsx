import { Button } from '../../ui/actions/button.tsx';

type SubmitButtonProps = { busy: boolean; busyLabel: string; children: string };

export function SubmitButton({ busy, busyLabel, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      className="mt-1 w-full"
      busy={busy}
      busyLabel={busyLabel}
    >
      {children}
    </Button>
  );
}
