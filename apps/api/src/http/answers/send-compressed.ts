// A text that is answered often, in the smallest form that the browser reads.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => promisify(gzip)(text),
};
type Encoding = keyof typeof encodings;

// A weight of zero refuses an encoding that is named.
const accepts = (header: string, encoding: Encoding) =>
  header.split(',').some((word) => {
    const [name = '', ...parameters] = word.split(';').map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

// Compressed when somebody first asks, because few processes ever serve every page.
export const openCompressed = (text: string) => {
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((candidate) => accepts(accepted, candidate));
    reply.header('vary', 'accept-encoding');
    if (!encoding) return reply.send(text);
    compressed[encoding] ??= encodings[encoding](text);
    return reply.header('content-encoding', encoding).send(await compressed[encoding]);
  };
};
