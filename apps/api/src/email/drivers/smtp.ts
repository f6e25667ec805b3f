import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '../../runtime/settings/services.ts';
import type { Mailer } from '../deps.ts';

const times = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

// Without being required, STARTTLS is whatever somebody on the way makes of it.
const tlsOptions: Record<SmtpSettings['tls'], { requireTLS?: boolean; ignoreTLS?: boolean }> = {
  required: { requireTLS: true },
  'if offered': {},
  off: { ignoreTLS: true },
};

export const openSmtp = ({ url, from, tls }: SmtpSettings): Mailer => {
  const transport = createTransport({ url, pool: true, ...times, ...tlsOptions[tls] }, { from });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
};
