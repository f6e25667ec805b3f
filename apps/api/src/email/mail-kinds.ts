// A kind of mail is a template's name and how to write it. The queue holds only the name and the data: the mail is written when it is
// sent, so no link waits in the queue.
import type { Db } from '../db/connections/open.ts';
import type { JobsDeps } from '../jobs/deps.ts';
import { queue } from '../jobs/queue.ts';
import { type Content, type Letter, type News, newsContent } from './layout.ts';
import type { LinkMaker } from './links.ts';

// The owner reads when and from where something was done. The id is that of the link "This wasn't me".
export type Notice = { noticeId: string; at: string; address: string; browser: string };

export type Recipient = { to: string; fullName: string; notice?: Notice };

export type MailJob = Recipient & { template: string };

export type MailKind<Data extends object = never> = {
  template: string;
  write: (letter: Letter, data: Data, maker: LinkMaker) => Content | Promise<Content>;
  // The recipient is unverified, so the mail must not contain text chosen by the sender.
  toStranger?: true;
};

type NoData = Record<never, never>;

export const mail = <Data extends object = NoData>(
  template: string,
  write: MailKind<Data>['write'],
  options: Pick<MailKind, 'toStranger'> = {},
): MailKind<Data> => ({ template, write, ...options });

// One sentence about an account's safety.
export const newsMail = <Data extends object = NoData>(
  template: string,
  words: (account: string, data: Data) => News,
): MailKind<Data> =>
  mail(template, (letter, data) => newsContent(letter, words(`your ${letter.brandName} account`, data)));

export const sendEmailQueue = queue<MailJob>('send-email');

export const enqueueMail = <Data extends object>(
  { jobs }: Pick<JobsDeps, 'jobs'>,
  tx: Db,
  { template }: MailKind<Data>,
  recipient: Recipient,
  data: Data,
) => {
  const { notice } = recipient;
  // By this label it is found out whether the notice got out.
  const when = notice && { afterSeconds: 0, label: notice.noticeId };
  return jobs.enqueue(tx, sendEmailQueue, { ...data, ...recipient, template }, when);
};
