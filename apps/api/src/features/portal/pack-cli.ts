// The command line as npm installs it: the built files in a tar, with this portal's address written into its package.json.
import { gzipSync } from 'node:zlib';

type File = { name: string; content: Buffer; mode: number };

const blockBytes = 512;

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;

// POSIX ustar. No owner and no time, so that the same files always make the same bytes.
const header = ({ name, content, mode }: File) => {
  const block = Buffer.alloc(blockBytes);
  block.write(`package/${name}`, 0, 100);
  block.write(octal(mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(content.length, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${octal(checksum, 7)} `, 148);
  return block;
};

const padding = (length: number) => Buffer.alloc((blockBytes - (length % blockBytes)) % blockBytes);

const tar = (files: File[]) =>
  Buffer.concat([
    ...files.flatMap((file) => [header(file), file.content, padding(file.content.length)]),
    Buffer.alloc(2 * blockBytes),
  ]);

type Built = { name: string; content: Buffer };

export const packCli = (built: Built[], packageJson: Record<string, unknown>, portal: string) => {
  const description = Buffer.from(`${JSON.stringify({ ...packageJson, portal }, null, 2)}\n`);
  const files = built.map((file) => ({ ...file, mode: file.name.endsWith('.mjs') ? 0o755 : 0o644 }));
  return gzipSync(tar([{ name: 'package.json', content: description, mode: 0o644 }, ...files]), { level: 9 });
};
