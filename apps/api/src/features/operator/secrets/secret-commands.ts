import { rotateSecret, secretKinds, unknownSecret } from '@ballast/contract/operator/operator';
import { UsageProblem } from '../command-line/problems.ts';
import type { AddCommands } from '../command-line/session.ts';
import { formatRotation } from './format-rotation.ts';

export const addSecretCommands: AddCommands = (program, { call, print }) => {
  const rotate = async (word: string) => {
    const secret = secretKinds.find((each) => each === word);
    if (!secret) throw new UsageProblem(unknownSecret);
    print(await call(rotateSecret, { params: { secret } }), formatRotation);
  };
  program
    .command('encryption-key')
    .command('rotate')
    .description('the same as secrets rotate encryption')
    .action(() => rotate('encryption'));
  program
    .command('secrets')
    .command('rotate')
    .description('replace a secret without downtime; what it made before goes on working')
    .usage(secretKinds.join('|'))
    .argument('<SECRET>', unknownSecret)
    .action(rotate);
};
