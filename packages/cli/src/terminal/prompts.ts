// Questions to the person at the terminal are written to stderr; Ctrl-C ends the command. They may quote a portal, so
// their texts are made printable here.
import { printable } from '@ballast/contract/characters';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { questionStream } from './streams.ts';

type Choice<T> = { value: T; label: string; hint?: string | undefined };

const load = () => import('@clack/prompts');

const answered = <T>(answer: T): Exclude<T, symbol> => {
  if (typeof answer === 'symbol') throw new CliFailure('cancelled', 'Cancelled.');
  return answer as Exclude<T, symbol>;
};

export const askText = async (message: string, validate: (value: string) => string | undefined) => {
  const { text } = await load();
  const problem = (value = '') => {
    const found = validate(value);
    return found === undefined ? undefined : printable(found);
  };
  return answered(await text({ message: printable(message), output: questionStream(), validate: problem }));
};

export const askChoice = async <T extends string>(message: string, choices: Choice<T>[]) => {
  const { select } = await load();
  const options = choices.map(({ value, label, hint }) => ({
    value,
    label: printable(label),
    ...(hint ? { hint: printable(hint) } : {}),
  }));
  // The library's type of options depends on T in a way that only a known T resolves.
  const answer = await select<string>({ message: printable(message), output: questionStream(), options });
  return answered(answer) as T;
};

export const askConfirmation = async (message: string, active: string) => {
  const { confirm } = await load();
  const yes = answered(
    await confirm({
      message: printable(message),
      output: questionStream(),
      active,
      inactive: 'Cancel',
      initialValue: false,
    }),
  );
  if (!yes) throw new CliFailure('cancelled', 'Cancelled.');
};

// Irreversible actions need a confirmation, or --yes.
export const confirmUnless = async (
  yes: boolean | undefined,
  { terminal }: Context,
  question: string,
  action: string,
) => {
  if (yes) return;
  if (!terminal.interactive) throw new CliFailure('usage', `${question} Add --yes to skip the question.`);
  await askConfirmation(question, action);
};
