// Bytes go to the portal as they are, and what comes back is read as the answers that it holds.
import { connect } from 'node:net';
import type { HttpAnswer } from './send-request.ts';

// The portal is told that nothing more will come, so it closes the connection once it has answered.
export const sendBytes = (port: number, bytes: Buffer) =>
  new Promise<Buffer>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A portal that has refused a request need not read the rest of it.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.on('end', () => socket.end());
    socket.end(bytes);
  });

const headEnd = '\r\n\r\n';

const readHead = (head: string) => {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers };
};

export const readAnswers = (bytes: Buffer): HttpAnswer[] => {
  const text = bytes.toString('latin1');
  const answers: HttpAnswer[] = [];
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf(headEnd, from);
    if (end < 0 || !text.startsWith('HTTP/1.1 ', from))
      throw new Error(`no HTTP answer: ${text.slice(from, from + 200)}`);
    const { status, headers } = readHead(text.slice(from, end));
    const length = status === 100 ? 0 : Number(headers['content-length'] ?? 0);
    const start = end + headEnd.length;
    if (status !== 100) answers.push({ status, headers, text: text.slice(start, start + length) });
    from = start + length;
  }
  return answers;
};
