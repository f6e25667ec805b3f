// How many mails a mailbox gets because somebody asked for them. Mails that tell an owner what happened to the
// account are not asked for and never come here: nobody can use up their number.
import type { Visitor } from '../actor.ts';
import type { UserRow } from '../tables.ts';
import {
  mailPause,
  mailPerAccount,
  mailPerAddress,
  mailPerRecipient,
  mailPerRecipientAndDay,
  signUpMailPause,
} from './limits.ts';
import { mailboxOf } from './mailbox.ts';
import {
  consume,
  consumeByCaller,
  consumeByNetwork,
  mayTell,
  secondsLeft,
  type WithThrottles,
} from './throttles.ts';

// The code in a mail for a client of the session library is worth nothing but to the client that asked. It counts apart, so
// that it takes no place from a mail that its reader can use.
type MailPurpose = 'recovery' | 'verification' | 'recovery-code' | 'verification-code';

// A device that has signed in before is the owner's: what it asks for counts apart from what strangers ask for.
type MailRequest = { kind: MailPurpose; email: string; device?: string | null | undefined };

const tooSoon = 'A link was sent a moment ago. Try again in a minute.';
const hour = 3600;
const fewHours = 4 * hour;

const isCode = ({ kind }: MailRequest) => kind.endsWith('-code');

const countedFor = (request: MailRequest) => {
  const { email, device } = request;
  if (device) return `device ${device}`;
  return isCode(request) ? `code ${mailboxOf(email)}` : mailboxOf(email);
};

const pausedFor = ({ kind, email, device }: MailRequest) => `${kind} ${device ?? mailboxOf(email)}`;

// At the call, every address counts alike: mails of one kind to one mailbox are a minute apart.
export const consumeMail = async (
  deps: WithThrottles,
  actor: Visitor,
  { kind, email, device }: MailRequest,
) => {
  // The network comes first: once it has asked too often it uses up nobody's mails.
  await consumeByNetwork(deps.throttles.of(mailPerAddress), actor);
  await consume(deps.throttles.of(mailPause), pausedFor({ kind, email, device }), tooSoon);
};

// Where nobody is told that a link was sent, nobody is told to wait either: a mail too soon is just not sent.
export const mayMail = async (deps: WithThrottles, actor: Visitor, request: MailRequest) => {
  await consumeByNetwork(deps.throttles.of(mailPerAddress), actor);
  return mayTell(deps.throttles.of(mailPause), pausedFor(request));
};

// Somebody who is signed in and has mails sent to others is limited, too. One goes out in any case, so it counts at once.
export const consumeChangeMail = async (
  { throttles }: WithThrottles,
  actor: Visitor,
  ownerId: string,
  newEmail: string,
) => {
  const mailbox = mailboxOf(newEmail);
  await consume(throttles.of(mailPause), `change ${ownerId}`, tooSoon);
  await consume(throttles.of(mailPerAccount), ownerId);
  await consumeByNetwork(throttles.of(mailPerAddress), actor);
  await consume(throttles.of(mailPause), `change ${mailbox}`, tooSoon);
  await consume(throttles.of(mailPerRecipient), mailbox);
  await consume(throttles.of(mailPerRecipientAndDay), mailbox);
};

// A code that the owner of a session asks for: no stranger can use up its number. It goes to nobody else.
export const consumeCodeMail = async (
  { throttles }: WithThrottles,
  actor: Visitor,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
) => {
  await consumeByCaller(throttles.of(mailPerAddress), actor);
  await consume(throttles.of(mailPause), `code ${email}`, tooSoon);
  await consume(throttles.of(mailPerAccount), `code ${id}`);
};

// A mail over the limit is delayed, not lost. A delayed mail replaces later ones with the same label if it serves them, too.
export type Admission = 'now' | 'another serves' | { afterSeconds: number; label: string };

// Counts a mail where it is about to go out, so that an address without an account uses up nothing.
export const admitMail = async ({ throttles }: WithThrottles, request: MailRequest): Promise<Admission> => {
  const counted = countedFor(request);
  let afterSeconds = 0;
  if (await secondsLeft(throttles.of(mailPerRecipient), counted)) afterSeconds = hour;
  else if (await secondsLeft(throttles.of(mailPerRecipientAndDay), counted)) afterSeconds = fewHours;
  return afterSeconds ? { afterSeconds, label: `${request.kind} ${counted}` } : 'now';
};

// A sign-up is answered in the same way whether its mail is sent or not. A resend right after it would only repeat its mail,
// and so would a fourth sign-up: the links of the first three are good. A code is good for one client alone, so it replaces
// no other mail.
export const admitSignUpMail = async (deps: WithThrottles, request: MailRequest): Promise<Admission> => {
  const mailbox = mailboxOf(request.email);
  const pause = deps.throttles.of(mailPause);
  await pause.set(`${request.kind} ${mailbox}`, 1, pause.duration);
  if (!isCode(request) && (await secondsLeft(deps.throttles.of(signUpMailPause), mailbox)))
    return 'another serves';
  return admitMail(deps, request);
};
