// A receiver of webhooks. Tests say how it answers.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse, received: Received) => void;

const ok: Answer = (response) => response.writeHead(204).end();

const readBody = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

export const startReceiver = async (answer: Answer = ok) => {
  const received: Received[] = [];
  const state = { answer, atOnce: 0, mostAtOnce: 0 };
  const server = createServer(async (request, response) => {
    state.atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
    response.once('close', () => {
      state.atOnce -= 1;
    });
    const message = { path: request.url ?? '', headers: request.headers, body: await readBody(request) };
    received.push(message);
    state.answer(response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/hook`, port, received, state };
};
