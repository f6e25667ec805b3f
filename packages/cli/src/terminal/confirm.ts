import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { askConfirmation } from './prompts.ts';

// What cannot be undone is asked about, or allowed beforehand with --yes.
export const confirmUnless = async (
  yes: boolean | undefined,
  { terminal }: Context,
  question: string,
  action: string,
) => {
  if (yes) return;
  if (!terminal.interactive)
    throw new CliFailure('usage', `${question} Add --yes to do it without a question.`);
  await askConfirmation(question, action);
};
