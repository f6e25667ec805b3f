import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../../lib/failure-message.ts';
import { withKeeper } from '../../../../session/library-call.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Modal, ModalCancel } from '../../../../ui/modal.tsx';
import { type Passkey, useSecurityChanged } from '../account-security.ts';
import { requiredNameRule } from '../name-rule.ts';
import { passkeyName } from './passkeys-card.tsx';

type RenamePasskeyModalProps = { open: boolean; passkey: Passkey; onClose: () => void };

export function RenamePasskeyModal({ open, passkey, onClose }: RenamePasskeyModalProps) {
  const changed = useSecurityChanged();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: passkeyName(passkey) },
  });

  const submit = handleSubmit(async ({ name }) => {
    try {
      await withKeeper((keeper) =>
        keeper.passkey.update({ passkeyId: passkey.id, friendlyName: name.trim() }),
      );
      onClose();
      await changed();
    } catch (error) {
      const message = failureMessage(error, 'Failed to rename the passkey');
      setError('name', { type: 'server', message }, { shouldFocus: true });
    }
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Rename Passkey"
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Renaming...">
            Rename Passkey
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name', requiredNameRule)}
      />
    </Modal>
  );
}
