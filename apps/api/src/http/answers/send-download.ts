// Sends a file piece by piece, in turns with everybody else.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Turns } from '../../runtime/turns.ts';
import type { Deps } from '../deps.ts';

export type Download = { contentType: string; filename: string; chunks: AsyncIterable<string> };

const pieceLength = 16 * 1024;

async function* inTurns(turns: Turns, chunks: AsyncIterable<string>) {
  let piece = '';
  for await (const chunk of chunks) {
    piece += chunk;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    await turns.next();
  }
  if (piece) yield piece;
}

// A file is done when the last of it was read, or its reader has hung up.
export const sendDownload = (
  { turns }: Deps,
  reply: FastifyReply,
  { contentType, filename, chunks }: Download,
  done: () => void,
) => {
  const stream = Readable.from(inTurns(turns, chunks));
  stream.once('close', done);
  reply.raw.once('close', () => stream.destroy());
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(stream);
};
