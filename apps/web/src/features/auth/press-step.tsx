import { type ReactNode, useState } from 'react';
import { PageButton } from '../../ui/actions/button.tsx';
import { StatusTile } from '../../ui/feedback/status-tile.tsx';

type PressStepProps = {
  icon: ReactNode;
  title: string;
  lede: ReactNode;
  label: string;
  busyLabel: string;
  press: () => Promise<void>;
  onFailure: (error: unknown) => void;
};

export function PressStep({ icon, title, lede, label, busyLabel, press, onFailure }: PressStepProps) {
  const [busy, setBusy] = useState(false);
  const answer = async () => {
    setBusy(true);
    try {
      await press();
    } catch (error) {
      onFailure(error);
      setBusy(false);
    }
  };
  return (
    <>
      <StatusTile icon={icon} title={title} lede={lede} />
      <PageButton busy={busy} busyLabel={busyLabel} onClick={answer}>
        {label}
      </PageButton>
    </>
  );
}
