// An answer is kept in memory until it is whole, so it has a longest size. The portal's own longest, an export of an
// account, is far below it.
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
