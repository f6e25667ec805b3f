// The provider team's commands: how each is written, what it asks of the portal and how its answer reads.
import { requestStatuses } from '@ballast/contract/api-keys';
import type { Call } from '@ballast/contract/client';
import { eitherOf } from '@ballast/contract/field';
import {
  decideReview,
  getReview,
  listReviews,
  rotateSecret,
  secretKinds,
  unknownSecret,
} from '@ballast/contract/operator';
import { OperatorProblem } from './ask-portal.ts';
import { formatRequest, formatRequests } from './format-requests.ts';
import { formatRotation } from './format-rotation.ts';

type Arguments = { id: string | undefined; status: string; note: string | null };

type Command = {
  // The words that name it, and what may follow them.
  words: string;
  rest: string;
  help: string;
  run: (call: Call, given: Arguments) => Promise<{ answer: unknown; text: string }>;
};

const needId = (id: string | undefined) => {
  if (!id) throw new OperatorProblem(`Name the request.\n\n${usage}`);
  return id;
};

const readStatus = (word: string) => {
  if (word === 'all') return {};
  const status = requestStatuses.find((each) => each === word.toUpperCase());
  if (!status)
    throw new OperatorProblem(`status must be ${eitherOf([...requestStatuses, 'all']).toLowerCase()}`);
  return { status };
};

const decide = async (call: Call, { id, note }: Arguments, approved: boolean) => {
  const answer = await call(decideReview, { params: { id: needId(id) }, body: { approved, note } });
  return { answer, text: formatRequest(answer) };
};

const rotate = async (call: Call, word: string | undefined) => {
  const secret = secretKinds.find((each) => each === word);
  if (!secret) throw new OperatorProblem(unknownSecret);
  const answer = await call(rotateSecret, { params: { secret } });
  return { answer, text: formatRotation(answer) };
};

const commands: Command[] = [
  {
    words: 'requests list',
    rest: '[--status pending|approved|denied|all]',
    help: 'rate-limit requests, oldest first (default: pending)',
    run: async (call, { status }) => {
      const answer = await call(listReviews, { query: readStatus(status) });
      return { answer, text: formatRequests(answer) };
    },
  },
  {
    words: 'requests show',
    rest: 'ID',
    help: 'one request with its reason and the use of its key',
    run: async (call, { id }) => {
      const answer = await call(getReview, { params: { id: needId(id) } });
      return { answer, text: formatRequest(answer) };
    },
  },
  {
    words: 'requests approve',
    rest: 'ID [--note TEXT]',
    help: 'the new limit holds at once; the developer is told by mail',
    run: (call, given) => decide(call, given, true),
  },
  {
    words: 'requests deny',
    rest: 'ID --note TEXT',
    help: 'the limit stays; the developer is told by mail',
    run: (call, given) => {
      if (!given.note) throw new OperatorProblem('Say why with --note: the developer reads it.');
      return decide(call, given, false);
    },
  },
  {
    words: 'encryption-key rotate',
    rest: '',
    help: 'the same as secrets rotate encryption',
    run: (call) => rotate(call, 'encryption'),
  },
  {
    words: 'secrets rotate',
    rest: secretKinds.join('|'),
    help: 'replace a secret without downtime; what it made before goes on working',
    run: (call, { id }) => rotate(call, id),
  },
];

const helpColumn = 55;

export const usage = `Usage: npm run operator -- <command>

${commands.map(({ words, rest, help }) => `  ${`${words} ${rest}`.padEnd(helpColumn)}${help}`).join('\n')}

  --json   print the answer as JSON
ID may be shortened to its first characters.`;

export const findCommand = (words: string) => {
  const command = commands.find((each) => each.words === words);
  if (!command) throw new OperatorProblem(usage);
  return command;
};
