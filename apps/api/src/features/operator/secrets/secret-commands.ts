import { counted } from '@ballast/contract/counted';
import {
  type RotatedSecret,
  rotateSecret,
  secretKinds,
  unknownSecret,
} from '@ballast/contract/operator/operator';
import { UsageProblem } from '../command-line/problems.ts';
import type { AddCommands } from '../command-line/session.ts';

type Other = RotatedSecret['others'][number];

const count = (keys: number) => counted(keys, 'API key');
const day = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

const withFactors = (factors: number) =>
  factors
    ? ` So ${factors === 1 ? 'is the secret' : 'are the secrets'} of ${counted(factors, 'authenticator app')}.`
    : '';

const done = ({ secret, currentId, changed, factors }: RotatedSecret) => {
  if (secret === 'signing') return `Access tokens are now signed with key ${currentId}.`;
  const verb = changed === 1 ? 'is' : 'are';
  if (secret === 'pepper') return `${count(changed)} ${verb} now hashed with pepper ${currentId}.`;
  return `${count(changed)} ${verb} now encrypted with key ${currentId}.${withFactors(factors)}`;
};

const unread = ({ unreadable }: RotatedSecret) =>
  unreadable
    ? [
        unreadable === 1
          ? '1 API key could not be read: its encryption key is not known. Its owner must rotate it.'
          : `${count(unreadable)} could not be read: their encryption key is not known. Their owners must rotate them.`,
      ]
    : [];

const need = ({ inRows, neededUntil }: Other) => {
  const reasons = [
    ...(neededUntil
      ? [`until ${day(neededUntil)}, when the last token that it may be behind has ended`]
      : []),
    ...(inRows
      ? [
          'as long as a command line that was authorized with it was not used since, or recovery codes of that time are left',
        ]
      : []),
  ];
  return reasons.join(', and ');
};

const aboutOther = (answer: RotatedSecret, other: Other) => {
  const { source, variable } = answer;
  if (other.isToCome)
    return `${other.id} is accepted and not in use: put it first in ${variable} and restart every process.`;
  if (other.inRows || other.neededUntil) {
    const removal = source === 'file' ? ' It is removed by itself.' : '';
    return `${other.id} is still accepted. It is needed ${need(other)}.${removal}`;
  }
  return `${other.id} is needed no more: remove it from ${variable} and restart every process.`;
};

// A value with line breaks is written in one line.
const toLine = (value: string) => value.replaceAll('\n', '\\n');

const steps = ({ secret, variable, currentId, proposal }: RotatedSecret) => {
  if (!proposal) return [];
  const now = `${currentId}:<the value that is set now>`;
  const next = `${proposal.id}:${toLine(proposal.value)}`;
  return [
    `${variable} comes from the environment. To replace its value:`,
    '  1. Let every process accept a new value: set this and restart each of them. (One process alone can go on to 2.)',
    `     ${variable}=${now},${next}`,
    '  2. Let every process use it: set this and restart each of them.',
    `     ${variable}=${next},${now}`,
    `  3. Run "secrets rotate ${secret}" again. It writes anew what is stored and says when ${currentId} can go.`,
    `  4. Then remove ${currentId} from ${variable} and restart each process.`,
  ];
};

export const formatRotation = (answer: RotatedSecret) => {
  const removed = answer.secret === 'encryption' ? [] : answer.removed.map((id) => `${id} was removed.`);
  const isOnlyProposal = answer.proposal !== null && !answer.changed;
  return [
    ...(isOnlyProposal ? [] : [done(answer)]),
    ...unread(answer),
    ...removed,
    ...answer.others.map((other) => aboutOther(answer, other)),
    ...steps(answer),
  ].join('\n');
};

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
