import { type ApiKey, keyName } from '@ballast/contract/keys/api-keys';
import * as z from 'zod/mini';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { useRenameKey } from '../key-mutations.ts';
import { useReportFailure } from './use-report-failure.ts';

const schema = z.object({ name: keyName });

type RenameModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void; onOpenAgain: () => void };

export function RenameModal({ open, apiKey, onClose, onOpenAgain }: RenameModalProps) {
  const rename = useRenameKey(apiKey);
  const { field, submit } = useServerForm({
    schema,
    defaultValues: { name: apiKey.name },
    send: async ({ name }) => {
      onClose();
      if (name !== apiKey.name) await rename.mutateAsync(name);
    },
    onFailure: useReportFailure('Failed to rename API key', open, onOpenAgain),
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      production={apiKey.environment === 'PRODUCTION'}
      title="Rename Key"
      description="The key itself and its rate limit stay the same."
      onSubmit={submit}
      action={{ label: 'Rename Key' }}
    >
      <Field label="Name" autoComplete="off" {...field('name')} />
    </Modal>
  );
}
