// A service of breached passwords in the form of Have I Been Pwned's ranges, which can also misbehave.
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

export const prefixOf = (password: string) => sha1(password).slice(0, 5);

// Each answers in another way than the service should; the last one never does.
const mischief = {
  'an error': (reply: ServerResponse) => void reply.writeHead(503).end(),
  garbage: (reply: ServerResponse) => void reply.end('<html>Sign in to the hotel’s network</html>'),
  'too much': (reply: ServerResponse) => void reply.end(`${'A'.repeat(35)}:1\r\n`.repeat(20_000)),
  'another place': (reply: ServerResponse) => void reply.writeHead(302, { location: '/elsewhere' }).end(),
  nothing: () => {},
};

export type Mischief = keyof typeof mischief;
export const kindsOfMischief = Object.keys(mischief) as Mischief[];

export type BreachService = Awaited<ReturnType<typeof startBreachService>>;

export const startBreachService = async () => {
  const counts = new Map<string, number>();
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let misbehaves: Mischief | null = null;

  const entriesOf = (prefix: string) => {
    const known = [...counts].filter(([hash]) => hash.startsWith(prefix));
    return [...known, [sha1(prefix), 3], [sha1(`padding ${prefix}`), 0]].map(
      ([hash, count]) => `${String(hash).slice(5)}:${count}`,
    );
  };

  const server = createServer(({ url = '', headers }, reply) => {
    requests.push({ path: url, headers });
    if (misbehaves) return mischief[misbehaves](reply);
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(url)?.[1];
    if (!prefix) return void reply.writeHead(400).end();
    reply.end(entriesOf(prefix).join('\r\n'));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`,
    requests,
    // A count of 0 is how an answer is padded.
    knows: (password: string, count = 1) => void counts.set(sha1(password), count),
    answers: (how: Mischief | null) => {
      misbehaves = how;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
