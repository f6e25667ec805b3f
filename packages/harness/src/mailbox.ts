// A portal without a mail server keeps its mails here.
import { waitFor } from './wait-for.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  sentAt: string;
};

// The newest comes first.
export const mailsTo = async (portalUrl: string, email: string): Promise<Mail[]> => {
  const query = new URLSearchParams({ to: email });
  return (await fetch(`${portalUrl}/dev/mailbox.json?${query}`)).json() as Promise<Mail[]>;
};

// The newest link that contains this, once there are as many as expected.
export const mailedLink = (portalUrl: string, email: string, part: string, count = 1) =>
  waitFor(`${count} mail(s) to ${email} with a link to ${part}`, async () => {
    const mails = await mailsTo(portalUrl, email);
    const links = mails.flatMap((mail) => mail.links.filter((link) => link.includes(part)));
    const [newest] = links;
    if (!newest || links.length < count) throw new Error(`there are ${links.length}`);
    return newest;
  });

export const verificationToken = async (portalUrl: string, email: string, count = 1) => {
  const link = await mailedLink(portalUrl, email, '/verify-email?token=', count);
  return new URL(link).searchParams.get('token') ?? '';
};
