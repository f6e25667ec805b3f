import { createTransport } from 'nodemailer';
import type { Mailer } from '../email.ts';

export const openSmtp = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport(
    { url: smtpUrl, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  );
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
};
