import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { withKeeper } from '../../../session/library-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Modal, ModalCancel } from '../../../ui/modal.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type AccountSecurity, useSecurityChanged } from './account-security.ts';
import { requiredNameRule } from './name-rule.ts';
import { useFirstCodes } from './recovery-codes/first-codes.ts';
import { SaveCodesModal } from './recovery-codes/save-codes-modal.tsx';

const addFailed = 'Failed to add the security key. Please try again.';

type AddKeyModalProps = { open: boolean; security: AccountSecurity; onClose: () => void };

export function AddKeyModal({ open, security, onClose }: AddKeyModalProps) {
  const changed = useSecurityChanged();
  const { codes, createFirst } = useFirstCodes(security);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: `Security key${security.keys.length ? ` ${security.keys.length + 1}` : ''}` },
  });

  const submit = handleSubmit(async ({ name }) => {
    try {
      await withKeeper(({ mfa }) => mfa.webauthn.register({ friendlyName: name.trim() }));
    } catch (error) {
      const message = failureMessage(error, addFailed);
      return setError('name', { type: 'server', message }, { shouldFocus: true });
    }
    showToast.success('Security key added');
    if (!(await createFirst())) onClose();
    await changed();
  });

  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Add Security Key"
      description="Insert the key. Your browser asks you to touch it, sometimes twice."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Waiting...">
            Add Security Key
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
