// An installation without a mail server has this mailbox. It is never mounted in production.
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../http/escape-html.ts';
import { readDevMailbox } from './drivers/dev-mailbox.ts';

const page = (mails: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dev mailbox</title><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main><h1>Dev mailbox</h1>
<p>No mail server is configured (<code>SMTP_URL</code>), so every mail ends here, newest first. This page does not exist in production.</p>
${mails || '<p>No mail yet.</p>'}</main></body></html>`;

const style = `:root{color-scheme:dark light}body{font:14px/20px system-ui,sans-serif;margin:0;padding:36px 24px}
main{max-width:760px;margin:0 auto}h1{font-size:22px}article{border:1px solid #84918F;border-radius:10px;padding:20px;margin:12px 0}
h2{font-size:16px;margin:0 0 4px}p{margin:0 0 12px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/20px ui-monospace,monospace;margin:12px 0 0}`;

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`);

export const mountDevMailbox = (app: FastifyInstance, dataDir: string) => {
  app.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return readDevMailbox(dataDir, request.query.to);
  });
  app.get('/dev/mailbox.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/dev/mailbox', async (_, reply) => {
    const mails = await readDevMailbox(dataDir);
    const articles = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)} · ${escapeHtml(mail.sentAt)}</p><pre>${linked(mail.text)}</pre></article>`,
    );
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(articles.join('\n')));
  });
};
