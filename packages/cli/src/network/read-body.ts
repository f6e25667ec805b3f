// An answer is buffered whole, so its size is limited. The portal's largest, an account export, is far below.
export const mostBytes = 64 * 1024 * 1024;

export class TooLong extends Error {}

export const readBody = async (chunks: AsyncIterable<Uint8Array>) => {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new TooLong();
    read.push(chunk);
  }
  return Buffer.concat(read);
};
