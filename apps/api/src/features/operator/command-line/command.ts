// What a command of the provider team is made of.
import type { Call } from '@ballast/contract/http/client';
import type { RestoredBackup } from '@ballast/contract/operator/backup';
import { UsageProblem } from './problems.ts';

// How each option is written. One without a value is a flag.
export const options = {
  status: { value: 'STATUS' },
  search: { value: 'TEXT' },
  note: { value: 'TEXT' },
  reason: { value: 'TEXT' },
  cursor: { value: 'CURSOR' },
  yes: { value: null },
  since: { value: 'TIME' },
  limit: { value: 'NUMBER' },
  before: { value: 'POSITION' },
  verify: { value: null },
  known: { value: 'POSITION:HASH' },
  json: { value: null },
  as: { value: 'NAME' },
  help: { value: null },
} as const satisfies Record<string, { value: string | null }>;

export type OptionName = keyof typeof options;
export const everywhere: readonly OptionName[] = ['json', 'as', 'help'];

export type Given = {
  operand: string | undefined;
  values: Partial<Record<OptionName, string>>;
  flags: ReadonlySet<OptionName>;
};

// What is done without the portal. It gives the names of the migrations that were missing.
export type Here = {
  migrate: () => Promise<{ applied: string[] }>;
  restore: (file: string, actor: string) => Promise<RestoredBackup>;
};

type Result = {
  answer: unknown;
  // Null where the answer has no other form than JSON.
  text: string | null;
  // What was asked for is done, and found something that must not pass for success.
  failed?: boolean;
};

export type Command = {
  // The words that name it, the operand that follows them, and the options that it takes beside those of all commands.
  words: string;
  operand?: string;
  options?: readonly OptionName[];
  // How options and operand are shown, and what the command does.
  rest: string;
  help: string;
  run: (call: Call, given: Given, here: Here, actor: string) => Promise<Result>;
};

export const needOperand = ({ operand }: Given, message: string) => {
  if (!operand) throw new UsageProblem(message);
  return operand;
};

export const needValue = ({ values }: Given, name: OptionName, message: string) => {
  const value = values[name]?.trim();
  if (!value) throw new UsageProblem(message);
  return value;
};
