// Without a mail server every mail goes into a file of the data folder, one per line, to be read at /dev/mailbox.
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../deps.ts';
import type { Mail } from '../layout.ts';

export type KeptMail = Mail & { links: string[]; sentAt: string };

const fileOf = (dataDir: string) => join(dataDir, 'mailbox.jsonl');

export const openDevMailbox = (dataDir: string): Mailer => ({
  send: async (mail) => {
    const stored: KeptMail = {
      ...mail,
      links: mail.text.match(/https?:\/\/\S+/g) ?? [],
      sentAt: new Date().toISOString(),
    };
    await appendFile(fileOf(dataDir), `${JSON.stringify(stored)}\n`, { mode: 0o600 });
  },
  close: () => {},
});

const parseLine = (line: string): KeptMail[] => {
  try {
    return [JSON.parse(line)];
  } catch {
    // A process that was killed while writing leaves half a line.
    return [];
  }
};

// Returns the newest mail first. An address is searched for in the text before anything is parsed: the file may be long.
export const readDevMailbox = async (dataDir: string, to?: string): Promise<KeptMail[]> => {
  const content = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  const lines = content.split('\n').reverse();
  if (to === undefined) return lines.flatMap(parseLine);
  const quoted = JSON.stringify(to);
  return lines
    .filter((line) => line.includes(quoted))
    .flatMap(parseLine)
    .filter((mail) => mail.to === to);
};
