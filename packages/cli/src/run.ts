// Runs one command line and returns its exit code.
import { CommanderError } from '@commander-js/extra-typings';
import { CliFailure, endings } from './failures.ts';
import { createProgram } from './program.ts';
import { printFailure } from './terminal/output.ts';
import { endWith } from './terminal/streams.ts';
import { openTerminal } from './terminal/terminal.ts';
import { lookForNewer } from './version/newer-version.ts';
import type { PackageInfo } from './version/package-info.ts';

// Commander says "error: unknown command 'kyes'\n(Did you mean keys?)", which becomes one sentence of ours.
const usageMessage = ({ message }: CommanderError) => {
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.$/, '');
  return [`${sentence}.`, ...rest.map((line) => line.trim())].join(' ');
};

const toFailure = (error: unknown) => {
  if (error instanceof CliFailure) return error;
  if (error instanceof CommanderError) return new CliFailure('usage', usageMessage(error));
  return new CliFailure('failed', `Something unexpected happened: ${(error as Error).message}`);
};

// A working folder that was deleted has no path, and no project.
const workingFolder = () => {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
};

export const run = async (args: string[], info: PackageInfo): Promise<number> => {
  const terminal = openTerminal(process.env);
  const json = args.includes('--json');
  process.once('SIGINT', () => {
    // The terminal has echoed ^C, and the next prompt begins on a line of its own.
    if (terminal.showsProgress || (terminal.endsOnInterrupt && terminal.err.isTerminal))
      terminal.err.print('');
    if (terminal.endsOnInterrupt) return endWith(endings.cancelled.exitCode);
    process.exit(printFailure(terminal, new CliFailure('cancelled', 'Cancelled.'), json));
  });
  // Node would print the error unescaped, and it may quote a portal.
  process.once('uncaughtException', (error) => {
    process.exit(printFailure(terminal, toFailure(error), json));
  });
  try {
    const context = { env: process.env, terminal, info, folder: workingFolder(), flags: {} };
    const tellOfNewer = lookForNewer(context, args);
    const program = createProgram(context);
    if (!args.length) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    await tellOfNewer();
    return endings.done.exitCode;
  } catch (error) {
    // Commander has printed the help: on request, or because the command was missing.
    if (error instanceof CommanderError && error.exitCode === 0) return endings.done.exitCode;
    if (error instanceof CommanderError && error.code === 'commander.help') return endings.usage.exitCode;
    return printFailure(terminal, toFailure(error), json);
  }
};
