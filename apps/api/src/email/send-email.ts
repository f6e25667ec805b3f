// Writes the mail of a job and hands it to the mailer.
import { noteTime } from '../db/last-times.ts';
import { requestContext } from '../runtime/observability/request-context.ts';
import type { EmailDeps } from './deps.ts';
import type { Letter } from './layout.ts';
import { type LinkMaker, notMeLink } from './links.ts';
import type { MailJob, MailKind } from './mail-kinds.ts';

type Sender = LinkMaker & Pick<EmailDeps, 'db' | 'mailer' | 'metrics' | 'tracing' | 'log'>;

// A job of the version before names all news 'security-news'. Remove this one release later.
type FormerNews = MailJob & { news?: string };
const templateOf = ({ template, news }: FormerNews) => (template === 'security-news' && news) || template;

const letterOf = (maker: LinkMaker, { to, fullName, notice }: MailJob, toStranger?: true): Letter => {
  const { brandName, supportEmail } = maker.config;
  const letter = { brandName, supportEmail, to, fullName: toStranger ? to : fullName };
  if (!notice) return letter;
  const { noticeId, at, address, browser } = notice;
  return { ...letter, origin: { at: new Date(at), address, browser, notMeUrl: notMeLink(maker, noticeId) } };
};

export const sendEmail = (kinds: MailKind[]) => {
  const byTemplate = new Map(kinds.map((kind) => [kind.template, kind]));
  return async (deps: Sender, job: MailJob) => {
    const template = templateOf(job);
    const kind = byTemplate.get(template);
    if (!kind) throw new Error(`No feature declares the mail ${template}`);
    const { mails } = deps.metrics;
    const span = deps.tracing?.begin(`mail ${template}`, { kind: 'client' });
    try {
      await deps.mailer.send(await kind.write(letterOf(deps, job, kind.toStranger), job as never, deps));
      span?.end(false);
    } catch (error) {
      span?.end(true);
      mails.inc({ outcome: 'failed' });
      throw error;
    }
    // The mail is out: a failure here must not send it again.
    await noteTime(deps.db, 'mail').catch(() => {});
    mails.inc({ outcome: 'sent' });
    deps.log.info({ event: 'mail_sent', template, ...requestContext.getStore() });
  };
};
