// The review of rate-limit requests, as commands.

import type { Call } from '@ballast/contract/http/client';
import { eitherOf } from '@ballast/contract/http/field';
import { requestStatuses } from '@ballast/contract/keys/api-keys';
import { decideReview, getReview, listReviews } from '@ballast/contract/operator/operator';
import { type Command, type Given, needOperand } from '../command-line/command.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { formatRequest, formatRequests } from './format-requests.ts';

const idOf = (given: Given) => needOperand(given, 'Name the request: its id, or how it begins.');

const readStatus = (word = 'pending') => {
  if (word === 'all') return {};
  const status = requestStatuses.find((each) => each === word.toUpperCase());
  if (!status)
    throw new UsageProblem(`status must be ${eitherOf([...requestStatuses, 'all']).toLowerCase()}`);
  return { status };
};

const decide = async (call: Call, given: Given, approved: boolean) => {
  const { note = null } = given.values;
  const answer = await call(decideReview, { params: { id: idOf(given) }, body: { approved, note } });
  return { answer, text: formatRequest(answer) };
};

export const requestCommands: Command[] = [
  {
    words: 'requests list',
    options: ['status'],
    rest: '[--status pending|approved|denied|all]',
    help: 'rate-limit requests, oldest first (default: pending)',
    run: async (call, { values }) => {
      const answer = await call(listReviews, { query: readStatus(values.status) });
      return { answer, text: formatRequests(answer) };
    },
  },
  {
    words: 'requests show',
    operand: 'ID',
    rest: 'ID',
    help: 'one request with its reason and the use of its key',
    run: async (call, given) => {
      const answer = await call(getReview, { params: { id: idOf(given) } });
      return { answer, text: formatRequest(answer) };
    },
  },
  {
    words: 'requests approve',
    operand: 'ID',
    options: ['note'],
    rest: 'ID [--note TEXT]',
    help: 'the new limit holds at once; the developer is told by mail',
    run: (call, given) => decide(call, given, true),
  },
  {
    words: 'requests deny',
    operand: 'ID',
    options: ['note'],
    rest: 'ID --note TEXT',
    help: 'the limit stays; the developer is told by mail',
    run: (call, given) => {
      if (!given.values.note) throw new UsageProblem('Say why with --note: the developer reads it.');
      return decide(call, given, false);
    },
  },
];
