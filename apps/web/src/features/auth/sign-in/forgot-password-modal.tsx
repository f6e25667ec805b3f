import { authMessages, forgotPassword, resetForm } from '@ballast/contract/auth/auth';
import type { Provider } from '@ballast/contract/auth/providers';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { failureToast, showToast } from '../../../ui/feedback/toast.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { EmailField } from './email-field.tsx';
import { accountDetected, resetSent } from './forgot-password-answers.tsx';
import { useProviderSignIn } from './use-provider-sign-in.ts';

const sendingFailed = 'Failed to send reset email. Please try again.';

const toast = failureToast('reset-mail');

const providersByMethod: Record<'GITHUB' | 'GOOGLE', Provider> = { GITHUB: 'github', GOOGLE: 'google' };

type Answer = { email: string; provider: Provider | null };

type ForgotPasswordModalProps = { open: boolean; typedEmail: string; onClose: () => void };

// The dialog is mounted anew each time it is opened, so that it starts with the address in the sign-in form.
export function ForgotPasswordModal({ open, typedEmail, onClose }: ForgotPasswordModalProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const providerSignIn = useProviderSignIn();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetForm),
    defaultValues: { email: typedEmail },
  });

  const submit = handleSubmit(async ({ email }) => {
    toast.clear();
    try {
      const { isOAuthUser, authMethod } = await call(forgotPassword, { body: { email } });
      setAnswer({ email, provider: isOAuthUser && authMethod ? providersByMethod[authMethod] : null });
      if (!isOAuthUser) showToast.success(authMessages.resetSent);
    } catch (error) {
      const message = failureMessage(error, sendingFailed);
      setError('email', { type: 'server', message }, { shouldFocus: true });
      toast.show(message);
    }
  });

  const modal = { open, onClose, narrow: true };
  if (answer?.provider) return <Modal {...modal} {...accountDetected(answer.provider, providerSignIn)} />;
  if (answer) return <Modal {...modal} {...resetSent(answer.email, onClose)} />;
  return (
    <Modal
      {...modal}
      title="Reset password"
      description="We will email you a link to set a new one."
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Sending...">
            Send Reset Link
          </Button>
        </>
      }
    >
      <EmailField error={formState.errors.email?.message} {...register('email')} />
    </Modal>
  );
}
