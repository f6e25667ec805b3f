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
      lede="If your account is to be deleted, this keeps it, and its API keys work again at once. Old values of rotated keys don't."
      label="Keep My Account"
      busyLabel="Keeping..."
      failedTitle="Link not valid"
      tryAgain="Failed to keep your account. Please try again."
      press={press}
    />
  );
}
