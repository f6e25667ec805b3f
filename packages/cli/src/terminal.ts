// This process was given streams, colours, and perhaps somebody who sits in front of it.
import type { ReadStream, WriteStream } from 'node:tty';

type Stream = WriteStream | NodeJS.WritableStream;

const isTerminal = (stream: unknown) => Boolean((stream as WriteStream | ReadStream).isTTY);

// NO_COLOR and FORCE_COLOR are read as everybody reads them; the first wins.
const wantsColour = (env: NodeJS.ProcessEnv, terminal: boolean) => {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR);
  return terminal && env.TERM !== 'dumb';
};

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

type Style = keyof typeof codes;
type Paint = (style: Style, text: string) => string;

const painter =
  (on: boolean): Paint =>
  (style, text) =>
    on ? `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : text;

export type Terminal = {
  out: Stream;
  err: Stream;
  paint: Paint;
  paintError: Paint;
  // Prompts are written to stderr, so that stdout can be piped while somebody answers them.
  interactive: boolean;
  showsProgress: boolean;
  columns: number | undefined;
};

export const openTerminal = (env: NodeJS.ProcessEnv): Terminal => {
  const { stdin, stdout, stderr } = process;
  return {
    out: stdout,
    err: stderr,
    paint: painter(wantsColour(env, isTerminal(stdout))),
    paintError: painter(wantsColour(env, isTerminal(stderr))),
    interactive: isTerminal(stdin) && isTerminal(stderr) && !env.CI,
    showsProgress: isTerminal(stderr) && !env.CI && env.TERM !== 'dumb',
    columns: isTerminal(stdout) ? stdout.columns : undefined,
  };
};
