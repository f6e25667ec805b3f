import { changeEmail } from '@ballast/contract/auth/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useDraft } from '../../domain/use-draft.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { showFieldErrors } from '../../lib/field-errors.ts';
import { call } from '../../session/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Modal, ModalCancel } from '../../ui/overlays/modal.tsx';

const changeFailed = 'Failed to change email. Please try again.';

type ChangeEmailModalProps = { open: boolean; onClose: () => void; onRequested: (newEmail: string) => void };

export function ChangeEmailModal({ open, onClose, onRequested }: ChangeEmailModalProps) {
  const form = useForm({
    resolver: zodResolver(changeEmail.body),
    defaultValues: { newEmail: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const dropDraft = useDraft('change-email', form, open);

  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await call(changeEmail, { body });
      showToast.success(message);
      dropDraft();
      onRequested(body.newEmail);
      onClose();
    } catch (error) {
      if (!showFieldErrors(error, ['newEmail'], setError))
        showToast.error(failureMessage(error, changeFailed));
    }
  });

  const { errors, isSubmitting } = formState;
  return (
    <Modal
      open={open}
      onClose={onClose}
      onDiscard={dropDraft}
      title="Change Email"
      description="We send a link to the new address. Your email changes when you open it."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Sending...">
            Send Link
          </Button>
        </>
      }
    >
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        error={errors.newEmail?.message}
        {...register('newEmail')}
      />
    </Modal>
  );
}
