// Questions to the person at the terminal are written to stderr; Ctrl-C ends the command.
import type { Option } from '@clack/prompts';
import { CliFailure } from './failures.ts';

const output = process.stderr;
const usual = { columns: 80, rows: 24 };

const load = () => {
  // Some terminals do not know their size, and a question would have no room.
  output.columns ||= usual.columns;
  output.rows ||= usual.rows;
  return import('@clack/prompts');
};

const answered = <T>(answer: T): Exclude<T, symbol> => {
  if (typeof answer === 'symbol') throw new CliFailure('cancelled', 'Cancelled.');
  return answer as Exclude<T, symbol>;
};

export const askText = async (message: string, validate: (value: string) => string | undefined) => {
  const { text } = await load();
  return answered(await text({ message, output, validate: (value) => validate(value ?? '') }));
};

export const askChoice = async <T extends string>(message: string, options: Option<T>[]) => {
  const { select } = await load();
  return answered(await select<T>({ message, output, options }));
};

export const askConfirmation = async (message: string, active: string) => {
  const { confirm } = await load();
  const yes = answered(await confirm({ message, output, active, inactive: 'Cancel', initialValue: false }));
  if (!yes) throw new CliFailure('cancelled', 'Cancelled.');
};
