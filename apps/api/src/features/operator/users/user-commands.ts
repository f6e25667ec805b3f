// People's accounts, as commands.
import { counted } from '@ballast/contract/counted';
import { eitherOf } from '@ballast/contract/http/field';
import * as contract from '@ballast/contract/operator/users';
import { type Command, type Given, needOperand, needValue } from '../command-line/command.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { formatErased, formatUser, formatUsers } from './format-users.ts';

const whoOf = (given: Given) => needOperand(given, 'Name the user: an id, how it begins, or an address.');
const paramsOf = (given: Given) => ({ params: { who: whoOf(given) } });
const reasonOf = (given: Given) =>
  needValue(given, 'reason', 'Say why with --reason: the operator log keeps it.');

const readStatus = (word: string | undefined) => {
  if (word === undefined) return undefined;
  const status = contract.userStatuses.find((each) => each === word.toLowerCase());
  if (!status) throw new UsageProblem(`status must be ${eitherOf(contract.userStatuses)}`);
  return status;
};

export const userCommands: Command[] = [
  {
    words: 'users list',
    options: ['search', 'status', 'limit', 'cursor'],
    rest: '[--search TEXT] [--status active|suspended|deleted] [--limit NUMBER]',
    help: 'accounts, newest first',
    run: async (call, { values: { search, status, limit, cursor } }) => {
      const query = { search, status: readStatus(status), limit, cursor };
      const answer = await call(contract.listUsers, { query });
      return { answer, text: formatUsers(answer) };
    },
  },
  {
    words: 'users show',
    operand: 'WHO',
    rest: 'WHO',
    help: 'one account with its sessions and keys; that it was looked at is logged',
    run: async (call, given) => {
      const answer = await call(contract.showUser, paramsOf(given));
      return { answer, text: formatUser(answer) };
    },
  },
  {
    words: 'users suspend',
    operand: 'WHO',
    options: ['reason'],
    rest: 'WHO --reason TEXT',
    help: 'nobody signs in, and sessions and keys stop at once',
    run: async (call, given) => {
      const body = { reason: reasonOf(given) };
      const answer = await call(contract.suspendUser, { ...paramsOf(given), body });
      return { answer, text: formatUser(answer) };
    },
  },
  {
    words: 'users restore',
    operand: 'WHO',
    rest: 'WHO',
    help: 'ends a suspension: keys work again, sessions do not',
    run: async (call, given) => {
      const answer = await call(contract.restoreUser, paramsOf(given));
      return { answer, text: formatUser(answer) };
    },
  },
  {
    words: 'users end-sessions',
    operand: 'WHO',
    rest: 'WHO',
    help: 'signs out every browser and command line',
    run: async (call, given) => {
      const answer = await call(contract.endUserSessions, paramsOf(given));
      const { sessions, commandLines } = answer;
      const text = `Signed out: ${counted(sessions, 'browser')}, ${counted(commandLines, 'command line')}.`;
      return { answer, text };
    },
  },
  {
    words: 'users export',
    operand: 'WHO',
    rest: 'WHO',
    help: 'everything that the portal holds about them, as JSON; that it was exported is logged',
    run: async (call, given) => {
      const text = await call(contract.exportUser, paramsOf(given));
      return { answer: JSON.parse(text), text: null };
    },
  },
  {
    words: 'users delete',
    operand: 'WHO',
    options: ['yes'],
    rest: 'WHO --yes',
    help: 'removes the account and all that belongs to it, for good',
    run: async (call, given) => {
      const input = paramsOf(given);
      if (!given.flags.has('yes'))
        throw new UsageProblem('Add --yes: the account is deleted at once, and nothing brings it back.');
      const answer = await call(contract.eraseUser, input);
      return { answer, text: formatErased(answer) };
    },
  },
];
