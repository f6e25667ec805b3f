import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../../lib/failure-message.ts';
import { withKeeper } from '../../../../session/library-call.ts';
import { stored } from '../../../../session/storage.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Modal, ModalCancel } from '../../../../ui/modal.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { useSecurityChanged } from '../account-security.ts';
import { nameRule } from '../name-rule.ts';

const addFailed = 'Failed to add the passkey. Please try again.';

const addPasskey = async (name: string) => {
  const { id } = await withKeeper((keeper) => keeper.registerPasskey());
  stored.passkeyKnown.write('yes');
  // The passkey works by now, whatever it is called.
  if (!name) return;
  await withKeeper(({ passkey }) => passkey.update({ passkeyId: id, friendlyName: name })).catch(() => {});
};

export function AddPasskeyModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const changed = useSecurityChanged();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: '' } });

  const submit = handleSubmit(async ({ name }) => {
    try {
      await addPasskey(name.trim());
      showToast.success('Passkey added');
      onClose();
      await changed();
    } catch (error) {
      const message = failureMessage(error, addFailed);
      setError('name', { type: 'server', message }, { shouldFocus: true });
    }
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Add Passkey"
      description="Your browser asks where to keep it: on this device, on your phone or on a security key."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Waiting...">
            Add Passkey
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        optional
        autoComplete="off"
        hint="So that you know it again, for example Work laptop."
        error={formState.errors.name?.message}
        {...register('name', nameRule)}
      />
    </Modal>
  );
}
