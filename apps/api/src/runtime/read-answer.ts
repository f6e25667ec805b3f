// Reads what another service answers: whole and of a bounded length, or not at all.
export class NoAnswer extends Error {}

const longestAnswer = 512 * 1024;

export const readAnswer = async (answer: Response, encoding: 'utf8' | 'latin1') => {
  if (answer.status !== 200) throw new NoAnswer(`status ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength;
    if (length > longestAnswer) throw new NoAnswer('an answer that is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString(encoding);
};
