// What a command of the provider team works with.
import type { Call } from '@ballast/contract/http/client';
import type { RestoredBackup } from '@ballast/contract/operator/backup';
import type { OperatorNames } from '@ballast/contract/operator/operator';
import type { Command } from '@commander-js/extra-typings';
import { UsageProblem } from './problems.ts';

// These commands run without the portal. `migrate` returns the names of the migrations that were missing.
export type Here = {
  migrate: () => Promise<{ applied: string[] }>;
  restore: (file: string, actor: OperatorNames) => Promise<RestoredBackup>;
};

export type Session = {
  call: Call;
  actor: () => OperatorNames;
  // A process did not answer, and another one was asked.
  isSilent: () => boolean;
  here: Here;
  // `text` is null where the answer has no other form than JSON. `failed` sets the exit code 1.
  print: <A>(answer: A, text: ((answer: A) => string) | null, failed?: boolean) => void;
};

export type AddCommands = (program: Command, session: Session) => unknown;

export const needValue = (value: string | undefined, message: string) => {
  const text = value?.trim();
  if (!text) throw new UsageProblem(message);
  return text;
};

export const needReason = (reason: string | undefined) =>
  needValue(reason, 'Add --reason. The operator log keeps it.');
