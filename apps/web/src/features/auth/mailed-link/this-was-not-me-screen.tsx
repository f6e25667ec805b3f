import { notMeLinkDays, thisWasNotMe } from '@ballast/contract/auth/this-was-not-me';
import type { Reply } from '@ballast/contract/http/endpoint';
import { ShieldAlert } from 'lucide-react';
import { call } from '../../../session/api.ts';
import { clearSession, sessionState } from '../../../session/session-state.ts';
import { Name } from '../../../ui/text/name.tsx';
import { MailedLinkPage } from './mailed-link-page.tsx';

type Answer = Reply<typeof thisWasNotMe>;

const words: Record<Answer['takenBack'][number], string> = {
  address: 'Your account uses your address again.',
  provider: 'The account that was connected has been disconnected.',
  factor: 'The second step that was added has been removed.',
  passkey: 'The passkey that was added has been removed.',
  reset: 'You keep your second steps and passkeys.',
};

// This browser may have been signed in to the account, and is so no longer.
const forgetSession = ({ mailedTo, takenBack }: Answer) => {
  const { user } = sessionState();
  if (user && (!mailedTo || user.email === mailedTo || takenBack.includes('address'))) clearSession();
};

const press = async (token: string) => {
  const answer = await call(thisWasNotMe, { body: { token } });
  forgetSession(answer);
  const { mailedTo, takenBack, keptKeys, passwordStays } = answer;
  return {
    title: 'Your account is secured',
    lede: (
      <>
        Every browser and device is signed out. {takenBack.map((what) => words[what]).join(' ')}{' '}
        {mailedTo ? (
          <>
            To set a new password, open the link we sent to <Name>{mailedTo}</Name>.
          </>
        ) : (
          !passwordStays && 'Sign in with your provider.'
        )}
      </>
    ),
    details: <KeptKeys {...keptKeys} />,
  };
};

// API keys stay, because programs may need them. The owner decides which of these are theirs.
function KeptKeys({ named, more }: Answer['keptKeys']) {
  if (!named.length) return null;
  return (
    <section className="mt-6 rounded-3 border border-line bg-subtle p-4">
      <h2 className="text-body font-medium text-text">Check your API keys</h2>
      <p className="mt-1 text-small text-pretty text-text-2">
        These keys were created or changed in the last {notMeLinkDays} days and still work. Delete the ones
        you don’t recognize. Old keys from before a rotation no longer work.
      </p>
      <ul className="mt-3 space-y-1 text-small wrap-anywhere text-text">
        {named.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {more && <li className="text-text-2">and more</li>}
      </ul>
    </section>
  );
}

export function ThisWasNotMeScreen() {
  return (
    <MailedLinkPage
      icon={<ShieldAlert />}
      title="This wasn't you?"
      lede={`We’ll sign out every browser and device, undo what was added to your account in the last ${notMeLinkDays} days, and email you a link to set a new password. Your current password stops working. Anything that was removed, such as a connected account, you’ll have to add again.`}
      label="Secure My Account"
      busyLabel="Securing..."
      failedTitle="Link not valid"
      tryAgain="Failed to secure your account. Please try again."
      press={press}
    />
  );
}
