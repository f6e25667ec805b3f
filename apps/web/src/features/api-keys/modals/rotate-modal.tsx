import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { type Grace, graces } from '@ballast/contract/keys/key-grace';
import { Ban, Check, History } from 'lucide-react';
import { useState } from 'react';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { useRotateKey } from '../key-mutations.ts';
import { KeyIdentity } from './stop-key-modals.tsx';

type RotateModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void };

const graceNames = ['Now', '1 hour', '24 hours', '7 days'];
const nameOf = (grace: Grace) => graceNames[graces.indexOf(grace)] ?? '';
const options = graces.map((grace) => ({
  value: String(grace),
  label: grace ? `In ${nameOf(grace)}` : nameOf(grace),
}));

export function RotateModal({ open, apiKey, onClose }: RotateModalProps) {
  const production = apiKey.environment === 'PRODUCTION';
  const [grace, setGrace] = useState<Grace>(0);
  const rotate = useRotateKey(apiKey.environment);
  const confirm = () => {
    onClose();
    rotate.mutate({ id: apiKey.id, graceSeconds: grace });
  };
  return (
    <Modal
      alert
      open={open}
      onClose={onClose}
      production={production}
      title="Rotate Key"
      description="Creates a new key."
      action={{ label: 'Rotate Key', variant: production ? 'production' : 'primary', onClick: confirm }}
    >
      <KeyIdentity apiKey={apiKey} />
      <ul className="flex flex-col gap-2 text-body text-text-2 [&_.lucide]:mt-0.5 [&_.lucide]:text-text-3 [&>li]:flex [&>li]:gap-2.5">
        <li>
          {grace ? <History /> : <Ban />}
          {grace
            ? `Both keys work for ${nameOf(grace)}. Then the old one stops.`
            : 'The old key stops working immediately.'}
        </li>
        {apiKey.previous && (
          <li>
            <Ban />
            The key from before the last rotation stops working immediately.
          </li>
        )}
        <li>
          <Check />
          Name, environment and rate limit stay the same.
        </li>
      </ul>
      <Select
        label="The old key stops"
        options={options}
        value={String(grace)}
        onChange={(next) => setGrace(graces.find((each) => String(each) === next) ?? 0)}
      />
    </Modal>
  );
}
