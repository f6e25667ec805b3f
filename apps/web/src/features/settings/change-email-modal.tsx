import { changeEmail } from '@ballast/contract/auth/auth';
import { useDraft } from '../../domain/use-draft.ts';
import { atFieldsOrToast, useServerForm } from '../../domain/use-server-form.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';

type ChangeEmailModalProps = { open: boolean; onClose: () => void; onRequested: (newEmail: string) => void };

export function ChangeEmailModal({ open, onClose, onRequested }: ChangeEmailModalProps) {
  const { form, field, busy, submit } = useServerForm({
    schema: changeEmail.body,
    defaultValues: { newEmail: '' },
    send: async (body) => {
      const { message } = await call(changeEmail, { body });
      showToast.success(message);
      dropDraft();
      onRequested(body.newEmail);
      onClose();
    },
    onFailure: atFieldsOrToast('Failed to change email. Please try again.'),
  });
  const dropDraft = useDraft('change-email', form, open);

  return (
    <Modal
      open={open}
      onClose={onClose}
      onDiscard={dropDraft}
      title="Change Email"
      description="We’ll send a link to the new address. Your email changes when you open it."
      onSubmit={submit}
      action={{ label: 'Send Link', busy, busyLabel: 'Sending...' }}
    >
      <Field label="New email" type="email" autoComplete="email" {...field('newEmail')} />
    </Modal>
  );
}
