// A key's name comes from the flag or is asked for, and obeys the contract's rule.
import { keyName } from '@ballast/contract/keys/api-keys';
import type { Context } from '../../context.ts';
import { CliFailure } from '../../failures.ts';
import { askText } from '../../terminal/prompts.ts';

const problemWith = (name: string) => keyName.safeParse(name).error?.issues[0]?.message;

export const chooseName = async (
  { terminal }: Context,
  given: string | undefined,
  question = 'What is the key called?',
) => {
  if (given === undefined && !terminal.interactive)
    throw new CliFailure('usage', 'Say what the key is called: --name NAME.');
  const name = given ?? (await askText(question, problemWith));
  const problem = problemWith(name);
  if (problem) throw new CliFailure('usage', problem);
  return name.trim();
};
