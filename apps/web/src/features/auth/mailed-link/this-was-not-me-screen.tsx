// An owner who did not do what a mail told opens its link and takes the account back.
import type { Reply } from '@ballast/contract/endpoint';
import { thisWasNotMe } from '@ballast/contract/this-was-not-me';
import { ShieldAlert } from 'lucide-react';
import { call } from '../../../session/api.ts';
import { clearSession, sessionState } from '../../../session/store.ts';
import { MailedLinkPage } from './mailed-link-page.tsx';

type Answer = Reply<typeof thisWasNotMe>;

const words: Record<Answer['takenBack'][number], string> = {
  address: 'Your account uses your address again.',
  provider: 'The account that was connected is disconnected.',
  factor: 'The second factor that was added is removed.',
  passkey: 'The passkey that was added is removed.',
};

// This browser may have been signed in to the account, and is so no longer.
const forgetSession = ({ mailedTo, takenBack }: Answer) => {
  const { user } = sessionState();
  if (user && (!mailedTo || user.email === mailedTo || takenBack.includes('address'))) clearSession();
};

const press = async (token: string) => {
  const answer = await call(thisWasNotMe, { body: { token } });
  forgetSession(answer);
  const { mailedTo, takenBack } = answer;
  return {
    title: 'Your account is secured',
    lede: (
      <>
        Every browser and command line is signed out. {takenBack.map((what) => words[what]).join(' ')}{' '}
        {mailedTo ? (
          <>
            To choose a new password, open the link that we sent to{' '}
            <strong className="font-medium wrap-anywhere text-text">{mailedTo}</strong>. Then
          </>
        ) : (
          'Sign in with your provider, and'
        )}{' '}
        look through your API keys.
      </>
    ),
  };
};

export function ThisWasNotMeScreen() {
  return (
    <MailedLinkPage
      icon={<ShieldAlert aria-hidden="true" />}
      title="This wasn't you?"
      lede="We sign out every browser and command line, take back what was changed on your account since, and mail you a link to a new password. The old one stops working."
      label="Secure My Account"
      busyLabel="Securing..."
      failedTitle="Link not valid"
      tryAgain="Failed to secure your account. Please try again."
      press={press}
    />
  );
}
