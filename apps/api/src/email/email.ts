// A mail is a template's name and what it needs; it is written when it is sent, so no link rests in the queue.
export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

export type EmailJob =
  | { template: 'verify-email'; to: string; fullName: string; tokenId: string }
  | { template: 'account-exists'; to: string; fullName: string };

export const sendEmailQueue = 'send-email';
