import { type ApiKey, keyName } from '@ballast/contract/keys/api-keys';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { useRenameKey } from '../key-mutations.ts';
import { useReportFailure } from './use-report-failure.ts';

const form = z.object({ name: keyName });

type RenameModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void; onOpenAgain: () => void };

export function RenameModal({ open, apiKey, onClose, onOpenAgain }: RenameModalProps) {
  const { environment } = apiKey;
  const rename = useRenameKey(environment, apiKey);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { name: apiKey.name },
  });
  const report = useReportFailure(open, setError, onOpenAgain);

  const submit = handleSubmit(async ({ name }) => {
    onClose();
    if (name === apiKey.name) return;
    try {
      await rename.mutateAsync(name);
    } catch (error) {
      report(error, ['name'], 'Failed to rename API key');
    }
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      production={environment === 'PRODUCTION'}
      title="Rename Key"
      description="The key itself and its rate limit stay the same."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary">
            Rename Key
          </Button>
        </>
      }
    >
      <Field label="Name" autoComplete="off" error={formState.errors.name?.message} {...register('name')} />
    </Modal>
  );
}
