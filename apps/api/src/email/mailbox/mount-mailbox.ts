// An installation without a mail server has this mailbox. It is never mounted in production.
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../runtime/failure.ts';
import { type KeptMail, readDevMailbox } from '../drivers/dev-mailbox.ts';
import { mailboxPage, type NumberedMail, readView } from './mailbox-page.ts';
import { mailboxStyle } from './mailbox-style.ts';

type Mailbox = { dataDir: string; brandName: string; webStyle: string };
type Search = { to?: string; mail?: string; view?: string };

// A mail's HTML brings its own styles and nothing else: no script runs in it, and nothing is fetched for it.
const mailPolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

// The file only grows, so that a mail's place in it is its number for ever. The newest comes first.
const numbered = (mails: KeptMail[]): NumberedMail[] =>
  mails.map((mail, index) => ({ ...mail, number: mails.length - index }));

// A link opens beside the mailbox, as it would from a mail program.
const openLinksOutside = (html: string) => html.replace('<head>', '<head><base target="_blank">');

// A logo comes with its mail.
const withPictures = ({ html, attachments = [] }: KeptMail) =>
  attachments.reduce(
    (page, { cid, content }) => page.replaceAll(`cid:${cid}`, `data:image/png;base64,${content}`),
    html,
  );

// A mail program in dark colours takes the mail's own; here they are taken whatever the browser prefers.
const inDark = (html: string) => html.replace('@media (prefers-color-scheme:dark)', '@media all');

export const mountDevMailbox = (app: FastifyInstance, { dataDir, brandName, webStyle }: Mailbox) => {
  const readAll = async () => numbered(await readDevMailbox(dataDir));

  app.get<{ Querystring: Search }>('/dev/mailbox.json', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return readDevMailbox(dataDir, request.query.to);
  });
  app.get('/dev/mailbox.css', async (_, reply) =>
    reply.type('text/css; charset=utf-8').send(`${webStyle}\n${mailboxStyle}`),
  );
  app.get<{ Querystring: Search }>('/dev/mailbox', async (request, reply) => {
    const { to = '', mail, view } = request.query;
    const mails = await readAll();
    const page = mailboxPage({ brandName, mails, to, chosen: Number(mail), view: readView(view) });
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  });
  app.get<{ Params: { number: string }; Querystring: { dark?: string } }>(
    '/dev/mailbox/:number',
    async (request, reply) => {
      const mail = (await readAll()).find(({ number }) => String(number) === request.params.number);
      if (!mail) throw new Failure('not_found');
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', mailPolicy)
        .type('text/html; charset=utf-8')
        .send(
          openLinksOutside(
            request.query.dark === undefined ? withPictures(mail) : inDark(withPictures(mail)),
          ),
        );
    },
  );
};
