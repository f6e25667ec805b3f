// Limits that several features share.
import { authLimits } from '@ballast/contract/auth/auth';
import { hours, minutes, networkThrottle, throttle } from './rules.ts';

// Mails about sign-ins. A stranger who uses these up has caused that many mails.
export const newBrowserMails = throttle('newBrowserMails', 3, 24 * hours);
export const failedSignInsOfNetwork = throttle('failedSignInsOfNetwork', 3, hours);
export const failedSignIns = throttle('failedSignIns', 30, 24 * hours);
export const keepMails = throttle('keepMails', 3, 24 * hours);
export const copiedKeyMail = throttle('copiedKeyMail', 1, hours);

export const mailPause = throttle('mailPause', 1, authLimits.resendCooldownSeconds);
// An owner who corrects a sign-up gets its mail, too; a stranger who repeats one sends little.
export const signUpMailPause = throttle('signUpMailPause', 3, 10 * minutes);
export const mailPerAccount = throttle('mailPerAccount', 8, hours);
export const mailPerRecipient = throttle('mailPerRecipient', 8, hours);
export const mailPerRecipientAndDay = throttle('mailPerRecipientAndDay', 20, 24 * hours);
export const mailPerAddress = networkThrottle('mailPerAddress', (limits) => limits.mailsPerAddress, hours);

export const tokenPerAddress = networkThrottle(
  'tokenPerAddress',
  (limits) => limits.tokensPerAddress,
  15 * minutes,
);
export const unknownCliTokenPerAddress = networkThrottle(
  'unknownCliTokenPerAddress',
  (limits) => limits.tokensPerAddress,
  15 * minutes,
);
// Proofs that somebody shows as a second factor, or instead of a password.
export const secondFactorPerAddress = networkThrottle(
  'secondFactorPerAddress',
  (limits) => limits.secondFactorsPerAddress,
  minutes,
);

// Beyond the limits of its account a session is not even looked up. The number is far above them, because signing out has no other.
export const callsPerSession = throttle('callsPerSession', (limits) => 4 * limits.callsPerAccount, minutes);
export const refreshPerSession = throttle('refreshPerSession', 30, minutes);
