import { authMessages, forgotPassword, resetForm } from '@ballast/contract/auth/auth';
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { useState } from 'react';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { portal } from '../../../lib/portal.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { failureToast, showToast } from '../../../ui/feedback/toast.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { EmailField } from '../form-parts.tsx';
import { ProviderButton, useProviderSignIn } from './provider-button.tsx';

const toast = failureToast('reset-mail');

const providersByMethod: Record<'GITHUB' | 'GOOGLE', Provider> = { GITHUB: 'github', GOOGLE: 'google' };

type Answer = { email: string; provider: Provider | null };

type ForgotPasswordModalProps = { open: boolean; typedEmail: string; onClose: () => void };

// The dialog is mounted anew each time it is opened, so that it starts with the address in the sign-in form.
export function ForgotPasswordModal({ open, typedEmail, onClose }: ForgotPasswordModalProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const providerSignIn = useProviderSignIn();
  const { field, busy, submit } = useServerForm({
    schema: resetForm,
    defaultValues: { email: typedEmail },
    send: async ({ email }) => {
      toast.clear();
      const { isOAuthUser, authMethod } = await call(forgotPassword, { body: { email } });
      setAnswer({ email, provider: isOAuthUser && authMethod ? providersByMethod[authMethod] : null });
      if (!isOAuthUser) showToast.success(authMessages.resetSent);
    },
    onFailure: (error, { setError }) => {
      const message = failureMessage(error, 'Failed to send reset email. Please try again.');
      setError('email', { type: 'server', message }, { shouldFocus: true });
      toast.show(message);
    },
  });

  // The answer changes the words of the dialog, which stays open.
  const modal = { open, onClose, narrow: true };
  if (answer?.provider) return <Modal {...modal} {...accountDetected(answer.provider, providerSignIn)} />;
  if (answer) return <Modal {...modal} {...resetSent(answer.email, onClose)} />;
  return (
    <Modal
      {...modal}
      title="Reset password"
      description="We’ll email you a link to set a new one."
      onSubmit={submit}
      action={{ label: 'Send Reset Link', busy, busyLabel: 'Sending...' }}
    >
      <EmailField {...field('email')} />
    </Modal>
  );
}

const resetSent = (email: string, onClose: () => void) => ({
  title: 'Check Your Email',
  description: (
    <>
      If an account exists for <Name>{email}</Name>, a reset link is on its way.
    </>
  ),
  actions: (
    <Button variant="primary" autoFocus onClick={onClose}>
      Back to Sign In
    </Button>
  ),
});

const accountDetected = (
  provider: Provider,
  { leavingFor, leave }: ReturnType<typeof useProviderSignIn>,
) => ({
  title: `${providerName[provider]} account detected`,
  description: `This email signs in with ${providerName[provider]}, so there is no password to reset.`,
  actions: (
    <>
      <ModalCancel>Close</ModalCancel>
      {portal.providers.includes(provider) && (
        <ProviderButton
          provider={provider}
          leavingFor={leavingFor}
          variant="primary"
          autoFocus
          onClick={() => leave(provider)}
        />
      )}
    </>
  ),
});
