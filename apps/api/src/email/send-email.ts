// Writes the mail of a job and hands it to the mailer.
import { noteTime } from '../db/last-times.ts';
import type { Logo } from '../runtime/brand/logo.ts';
import { drawMailLogo } from '../runtime/brand/pictures.ts';
import { requestContext } from '../runtime/observability/request-context.ts';
import type { EmailDeps } from './deps.ts';
import { type Letter, layOut } from './layout.ts';
import { type LinkMaker, notMeLink } from './links.ts';
import type { MailJob, MailKind } from './mail-kinds.ts';

type Sender = LinkMaker & Pick<EmailDeps, 'db' | 'mailer' | 'metrics' | 'tracing' | 'log'>;

// A job of the version before names all news 'security-news'. Remove this one release later.
type FormerNews = MailJob & { news?: string };
const templateOf = ({ template, news }: FormerNews) => (template === 'security-news' && news) || template;

// The picture is drawn once, for the first mail.
const drawn = new WeakMap<Logo, Promise<Buffer>>();
const logoOf = async (logo: Logo) => {
  const picture = drawn.get(logo) ?? drawMailLogo(logo);
  drawn.set(logo, picture);
  return (await picture).toString('base64');
};

const brandOf = async ({ brandAccent, brandLogo }: LinkMaker['config']) => ({
  accent: brandAccent && { light: brandAccent.light.accent, dark: brandAccent.dark.accent },
  ...(brandLogo ? { logo: await logoOf(brandLogo) } : {}),
});

const letterOf = async (
  maker: LinkMaker,
  { to, fullName, notice }: MailJob,
  toStranger?: true,
): Promise<Letter> => {
  const { brandName, supportEmail } = maker.config;
  const brand = await brandOf(maker.config);
  const letter = { brandName, brand, supportEmail, to, fullName: toStranger ? to : fullName };
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
      const letter = await letterOf(deps, job, kind.toStranger);
      await deps.mailer.send(layOut(letter, await kind.write(letter, job as never, deps)));
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
