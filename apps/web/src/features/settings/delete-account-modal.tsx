import { deleteAccount, deletionForm, leavingMessages } from '@ballast/contract/auth/leaving';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../lib/failure-message.ts';
import { showFieldErrors } from '../../lib/field-errors.ts';
import { call } from '../../session/api.ts';
import { clearSession } from '../../session/session-state.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Modal, ModalCancel } from '../../ui/overlays/modal.tsx';

const deletionFailed = 'Failed to delete your account. Please try again.';

type DeleteAccountModalProps = { open: boolean; onClose: () => void; email: string };

export function DeleteAccountModal({ open, onClose, email }: DeleteAccountModalProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(deletionForm),
    defaultValues: { email: '' },
  });

  // The session has ended with the answer, so this browser forgets it.
  const submit = handleSubmit(async (body) => {
    try {
      const { deletesAt } = await call(deleteAccount, { body });
      clearSession();
      showToast.info(leavingMessages.leaving(new Date(deletesAt)));
    } catch (error) {
      if (!showFieldErrors(error, ['email'], setError))
        showToast.error(failureMessage(error, deletionFailed));
    }
  });

  const { errors, isSubmitting } = formState;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Delete Your Account"
      description={
        <>
          To confirm, type <strong className="font-medium wrap-anywhere text-text">{email}</strong>.
        </>
      }
      onSubmit={submit}
      actions={
        <>
          <ModalCancel disabled={isSubmitting} />
          <Button type="submit" variant="danger" busy={isSubmitting} busyLabel="Deleting...">
            Delete Account
          </Button>
        </>
      }
    >
      <Banner variant="bad">
        Your API keys stop at once, and every browser and command line is signed out. After 7 days all is
        deleted for good; until then a link that we mail to you keeps the account.
      </Banner>
      <Field
        label="Your email"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
    </Modal>
  );
}
