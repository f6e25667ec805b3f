// Secrets are replaced by these commands.
import type { Call } from '@ballast/contract/http/client';
import { rotateSecret, secretKinds, unknownSecret } from '@ballast/contract/operator/operator';
import type { Command } from '../command-line/command.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { formatRotation } from './format-rotation.ts';

const rotate = async (call: Call, word: string | undefined) => {
  const secret = secretKinds.find((each) => each === word);
  if (!secret) throw new UsageProblem(unknownSecret);
  const answer = await call(rotateSecret, { params: { secret } });
  return { answer, text: formatRotation(answer) };
};

export const secretCommands: Command[] = [
  {
    words: 'encryption-key rotate',
    rest: '',
    help: 'the same as secrets rotate encryption',
    run: (call) => rotate(call, 'encryption'),
  },
  {
    words: 'secrets rotate',
    operand: 'SECRET',
    rest: secretKinds.join('|'),
    help: 'replace a secret without downtime; what it made before goes on working',
    run: (call, { operand }) => rotate(call, operand),
  },
];
