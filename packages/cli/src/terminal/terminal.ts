// What the terminal of this process can do: streams, colours, questions.
import { colourCode, type Output, standardError, standardOutput } from './streams.ts';

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
} as const;

type Style = keyof typeof codes;
type Paint = (style: Style, text: string) => string;

const painter =
  (on: boolean): Paint =>
  (style, text) =>
    on ? `${colourCode(codes[style][0])}${text}${colourCode(codes[style][1])}` : text;

export type Terminal = {
  out: Output;
  err: Output;
  paint: Paint;
  paintError: Paint;
  // Prompts are written to stderr, so that stdout can be piped while somebody answers them.
  interactive: boolean;
  // Somebody sees the screen and can type, also where CI is set.
  isAttended: boolean;
  showsProgress: boolean;
  columns: number | undefined;
  // With --jq what is printed of a value.
  filter?: (value: unknown) => string[];
  // With Ctrl-C a command that goes on until then has come to its end.
  endsOnInterrupt?: boolean;
};

export const openTerminal = (env: NodeJS.ProcessEnv): Terminal => {
  const [out, err] = [standardOutput, standardError];
  const isAttended = Boolean(process.stdin.isTTY) && err.isTerminal;
  return {
    out,
    err,
    paint: painter(wantsColour(env, out.isTerminal)),
    paintError: painter(wantsColour(env, err.isTerminal)),
    interactive: isAttended && !env.CI,
    isAttended,
    showsProgress: err.isTerminal && !env.CI && env.TERM !== 'dumb',
    columns: out.columns,
  };
};
