// Writes the mail that a job asks for and hands it to the mailer.
import type { Config } from '../config.ts';
import { signId } from '../signed-ids.ts';
import type { EmailJob, Mail, Mailer } from './email.ts';
import { accountExistsMail } from './templates/account-exists.ts';
import { verifyEmailMail } from './templates/verify-email.ts';

type Sender = { config: Config; tokenPepper: string };

const write = ({ config, tokenPepper }: Sender, job: EmailJob): Mail => {
  const { brandName, publicUrl } = config;
  switch (job.template) {
    case 'verify-email': {
      const token = signId(tokenPepper, 'verify-email', { id: job.tokenId, counter: 0 });
      return verifyEmailMail(brandName, job.to, job.fullName, `${publicUrl}/verify-email?token=${token}`);
    }
    case 'account-exists':
      return accountExistsMail(brandName, job.to, job.fullName, `${publicUrl}/auth`);
  }
};

export const sendEmail = (sender: Sender, mailer: Mailer, job: EmailJob) => mailer.send(write(sender, job));
