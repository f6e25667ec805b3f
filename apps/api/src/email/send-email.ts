// Writes the mail that a job asks for and hands it to the mailer.

import { requestContext } from '../runtime/observability/request-context.ts';
import { makeCode } from '../secrets/code-text.ts';
import type { EmailDeps } from './deps.ts';
import type { EmailJob, Mail } from './email.ts';
import type { Origin } from './layout.ts';
import {
  changeEmailLink,
  codeLink,
  keepAccountLink,
  type LinkMaker,
  notMeLink,
  resetLink,
  verifyLink,
} from './links.ts';
import { accountExistsMail } from './templates/account-exists.ts';
import { accountLeavingMail } from './templates/account-leaving.ts';
import { changeEmailMail, emailChangedMail, emailChangeRequestedMail } from './templates/change-email.ts';
import { cliAuthorizedMail } from './templates/cli-authorized.ts';
import { cliTokenCreatedMail, cliTokensExpireMail } from './templates/cli-tokens.ts';
import { keyLeakedMail } from './templates/key-leaked.ts';
import { keysExpireMail } from './templates/keys-expire.ts';
import { keysUnusedMail } from './templates/keys-unused.ts';
import { mailedCodeMail } from './templates/mailed-code.ts';
import { passwordChangedMail, passwordRemovedMail } from './templates/password-changed.ts';
import { productionKeyCreatedMail } from './templates/production-key-created.ts';
import { providerConnectedMail, providerDisconnectedMail } from './templates/provider-connections.ts';
import { rateLimitDecidedMail } from './templates/rate-limit-decided.ts';
import { passwordLinkMail, resetPasswordMail } from './templates/reset-password.ts';
import { securityNewsMail } from './templates/security-news.ts';
import { verifyEmailMail } from './templates/verify-email.ts';

// These go to an address that nobody has proven to be theirs: no word of whoever caused them may stand in them.
const toStrangers: EmailJob['template'][] = ['verify-email', 'change-email'];

const originOf = (maker: LinkMaker, { notice }: EmailJob): Origin | undefined => {
  if (!notice) return undefined;
  const { noticeId, at, address, browser } = notice;
  return { at: new Date(at), address, browser, notMeUrl: notMeLink(maker, noticeId) };
};

const write = async (maker: LinkMaker, job: EmailJob): Promise<Mail> => {
  const { brandName, publicUrl, supportEmail } = maker.config;
  const fullName = toStrangers.includes(job.template) ? job.to : job.fullName;
  const letter = { brandName, supportEmail, to: job.to, fullName, origin: originOf(maker, job) };
  switch (job.template) {
    case 'verify-email':
      return verifyEmailMail(
        letter,
        job.address,
        job.linkTo
          ? codeLink(maker, 'verify-email', job.tokenId, job.linkTo)
          : verifyLink(maker, job.tokenId),
      );
    case 'account-exists':
      return accountExistsMail(letter, `${publicUrl}/auth`);
    case 'reset-password':
      return passwordLinkMail(letter, job, await resetLink(maker, job.owner, job.sessionId));
    case 'reset-password-code':
      return resetPasswordMail(letter, codeLink(maker, 'recovery', job.tokenId, job.linkTo));
    case 'password-changed':
      return passwordChangedMail(letter, job.keys);
    case 'password-removed':
      return passwordRemovedMail(letter, job, `${publicUrl}/dashboard`);
    case 'production-key-created':
      return productionKeyCreatedMail(letter, job.keyName);
    case 'cli-authorized':
      return cliAuthorizedMail(letter, job, `${publicUrl}/dashboard#security`);
    case 'cli-tokens-expire':
      return cliTokensExpireMail(letter, job, `${publicUrl}/dashboard#security`);
    case 'cli-token-created':
      return cliTokenCreatedMail(letter, job, `${publicUrl}/dashboard#security`);
    case 'keys-unused':
      return keysUnusedMail(letter, job, `${publicUrl}/dashboard`);
    case 'keys-expire':
      return keysExpireMail(letter, job, publicUrl);
    case 'rate-limit-decided':
      return rateLimitDecidedMail(letter, job);
    case 'provider-connected':
      return providerConnectedMail(letter, job, `${publicUrl}/dashboard#settings`);
    case 'provider-disconnected':
      return providerDisconnectedMail(letter, job);
    case 'mailed-code':
      return mailedCodeMail(letter, makeCode(maker.tokenPepper, job.codeId));
    case 'change-email':
      return changeEmailMail(letter, changeEmailLink(maker, job.tokenId));
    case 'email-change-requested':
      return emailChangeRequestedMail(letter, job.newEmail);
    case 'email-changed':
      return emailChangedMail(letter, job.newEmail);
    case 'account-leaving':
      return accountLeavingMail(letter, new Date(job.deletesAt), keepAccountLink(maker, job.tokenId));
    case 'key-leaked':
      return keyLeakedMail(letter, job, `${publicUrl}/dashboard#keys`);
    case 'security-news':
      return securityNewsMail(letter, job);
  }
};

type Sender = LinkMaker & Pick<EmailDeps, 'mailer' | 'metrics' | 'tracing' | 'log'>;

export const sendEmail = async (deps: Sender, job: EmailJob) => {
  const { mails } = deps.metrics;
  const span = deps.tracing?.begin(`mail ${job.template}`, { kind: 'client' });
  try {
    await deps.mailer.send(await write(deps, job));
    span?.end(false);
  } catch (error) {
    span?.end(true);
    mails.inc({ outcome: 'failed' });
    throw error;
  }
  mails.inc({ outcome: 'sent' });
  deps.log.info({ event: 'mail_sent', template: job.template, ...requestContext.getStore() });
};
