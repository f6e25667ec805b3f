// The only way out to the terminal. A portal's texts may hold escape sequences, so every line is made printable here.
// Biome refuses stdout, stderr and console in every other file (only-way-out.grit).
import { randomBytes } from 'node:crypto';
import { printable } from '@ballast/contract/characters';

const { stdout, stderr } = process;

// A portal cannot guess the mark, so only this program can colour a text.
const colourMark = `<${randomBytes(16).toString('hex')}>`;
const colourMarks = new RegExp(`${colourMark}(\\d+);`, 'g');

export const colourCode = (code: number) => `${colourMark}${code};`;

const toPrintable = (line: string) =>
  line.split('\t').map(printable).join('\t').replace(colourMarks, '\u001b[$1m');

export type Output = {
  // A text is one line: a line break in it is not printable either. Several lines are a list.
  print: (lines: string | string[]) => void;
  // Writes over the line where the cursor is. An empty text clears it.
  redraw: (line: string) => void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
};

const outputTo = (stream: NodeJS.WriteStream): Output => ({
  print: (lines) => {
    stream.write(
      [lines]
        .flat()
        .map((line) => `${toPrintable(line)}\n`)
        .join(''),
    );
  },
  redraw: (line) => {
    stream.write(`\r\u001b[2K${toPrintable(line)}`);
  },
  get isTerminal() {
    return Boolean(stream.isTTY);
  },
  // Some terminals do not know their size.
  get columns() {
    return (stream.isTTY && stream.columns) || undefined;
  },
});

export const standardOutput = outputTo(stdout);
export const standardError = outputTo(stderr);

const usual = { columns: 80, rows: 24 };

// Questions draw themselves; prompts.ts makes what they show printable.
export const questionStream = () => {
  // Without a size a question would have no room.
  stderr.columns ||= usual.columns;
  stderr.rows ||= usual.rows;
  return stderr;
};

// The reader of a pipe may leave early, as head does.
export const leaveWithReader = () => {
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
};

// What was written to a pipe must arrive, and a browser's open connection must not hold the process.
export const endWith = (exitCode: number) => {
  stdout.write('', () => stderr.write('', () => process.exit(exitCode)));
};
