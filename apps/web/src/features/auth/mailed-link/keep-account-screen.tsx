import { keepAccount } from '@ballast/contract/auth/leaving';
import { DoorOpen } from 'lucide-react';
import { call } from '../../../session/api.ts';
import { MailedLinkPage } from './mailed-link-page.tsx';

const press = async (token: string) => {
  const { message } = await call(keepAccount, { body: { token } });
  return { title: 'Good to have you back', lede: message };
};

export function KeepAccountScreen() {
  return (
    <MailedLinkPage
      icon={<DoorOpen />}
      title="Keep your account?"
      lede="If your account is scheduled for deletion, this cancels it. Your API keys work again immediately, except old keys from before a rotation."
      label="Keep My Account"
      busyLabel="Keeping..."
      failedTitle="Link not valid"
      tryAgain="Failed to keep your account. Please try again."
      press={press}
    />
  );
}
