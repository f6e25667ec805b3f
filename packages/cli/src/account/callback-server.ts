// The browser is sent to this loopback address when somebody presses Deny. Success never needs it.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

const page = (title: string, text: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>:root{color-scheme:dark light}body{margin:15vh auto;max-width:360px;padding:0 16px;font:14px/20px system-ui,sans-serif}h1{font-size:24px;line-height:32px}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>`;

const denied = page(
  'Request denied',
  "The command line doesn't have access to your account. You can close this page.",
);
const nothing = page('Nothing here', 'Return to your terminal.');

export type Callback = { redirect: string; arrival: Promise<void>; close: () => void };

// For a browser on another machine: nothing listens, and the portal does not redirect.
export const noCallback: Callback = {
  redirect: 'http://127.0.0.1/',
  arrival: new Promise(() => {}),
  close: () => {},
};

export const openCallbackServer = async (): Promise<Callback> => {
  // Nobody else on this machine knows the path, so nobody else can end the sign-in.
  const path = `/${randomBytes(16).toString('base64url')}`;
  let report: () => void = () => {};
  const arrival = new Promise<void>((resolve) => {
    report = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isDenial = url.pathname === path && url.searchParams.get('error') === 'access_denied';
    response.writeHead(isDenial ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      connection: 'close',
    });
    // Reported only now, because the process may end at once.
    response.end(isDenial ? denied : nothing, () => isDenial && report());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { redirect: `http://127.0.0.1:${port}${path}`, arrival, close: () => server.close() };
};
