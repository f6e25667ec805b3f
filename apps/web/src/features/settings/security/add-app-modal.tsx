// Adds an authenticator app: a name, then the QR code and a first code of the app, then the recovery codes if there are none.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { withKeeper } from '../../../session/library-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Modal, ModalCancel } from '../../../ui/modal.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { AccountSecurity } from './account-security.ts';
import { useSecurityChanged } from './account-security.ts';
import { ConfirmAppStep, type NewApp } from './confirm-app-step.tsx';
import { nameRule } from './name-rule.ts';
import { useFirstCodes } from './recovery-codes/first-codes.ts';
import { SaveCodesModal } from './recovery-codes/save-codes-modal.tsx';

const enrolFailed = 'Failed to add the app. Please try again.';

type AddAppModalProps = { open: boolean; security: AccountSecurity; onClose: () => void };

const enrol = async (name: string): Promise<NewApp> => {
  const { id, totp } = await withKeeper(({ mfa }) =>
    mfa.enroll({ factorType: 'totp', ...(name && { friendlyName: name }) }),
  );
  return { factorId: id, image: totp.qr_code, secret: totp.secret };
};

export function AddAppModal({ open, security, onClose }: AddAppModalProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  const changed = useSecurityChanged();
  const { codes, createFirst } = useFirstCodes(security);

  const finish = async () => {
    showToast.success('Authenticator app added');
    if (!(await createFirst())) onClose();
    await changed();
  };

  if (codes) return <SaveCodesModal open={open} codes={codes} onClose={onClose} />;
  if (app) return <ConfirmAppStep open={open} app={app} onVerified={finish} onClose={onClose} />;
  return <NameStep open={open} onEnrolled={setApp} onClose={onClose} />;
}

type NameStepProps = { open: boolean; onEnrolled: (app: NewApp) => void; onClose: () => void };

function NameStep({ open, onEnrolled, onClose }: NameStepProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: '' } });

  const submit = handleSubmit(async ({ name }) => {
    try {
      onEnrolled(await enrol(name.trim()));
    } catch (error) {
      const message = failureMessage(error, enrolFailed);
      setError('name', { type: 'server', message }, { shouldFocus: true });
    }
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Add Authenticator App"
      description="Any app works that shows one-time codes."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Preparing...">
            Continue
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        optional
        autoComplete="off"
        hint="So that you know it again, for example Phone."
        error={formState.errors.name?.message}
        {...register('name', nameRule)}
      />
    </Modal>
  );
}
