import { deleteAccount, deletionForm, leavingMessages } from '@ballast/contract/auth/leaving';
import { atFieldsOrToast, useServerForm } from '../../domain/use-server-form.ts';
import { call } from '../../session/api.ts';
import { clearSession } from '../../session/session-state.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Name } from '../../ui/text/name.tsx';

type DeleteAccountModalProps = { open: boolean; onClose: () => void; email: string };

export function DeleteAccountModal({ email, ...modal }: DeleteAccountModalProps) {
  const { field, busy, submit } = useServerForm({
    schema: deletionForm,
    defaultValues: { email: '' },
    // The session has ended with the answer, so this browser forgets it.
    send: async (body) => {
      const { deletesAt } = await call(deleteAccount, { body });
      clearSession();
      showToast.info(leavingMessages.leaving(new Date(deletesAt)));
    },
    onFailure: atFieldsOrToast('Failed to delete your account. Please try again.'),
  });

  return (
    <Modal
      {...modal}
      title="Delete Your Account"
      description={
        <>
          To confirm, type <Name>{email}</Name>.
        </>
      }
      onSubmit={submit}
      action={{
        label: 'Delete Account',
        cancelDisabled: busy,
        variant: 'danger',
        busy,
        busyLabel: 'Deleting...',
      }}
    >
      <Banner variant="bad">
        Your API keys stop working immediately, and every browser and device is signed out. We’ll permanently
        delete everything after 7 days. Until then you can restore your account from the link we email you.
      </Banner>
      <Field label="Your email" type="email" autoComplete="off" {...field('email')} />
    </Modal>
  );
}
