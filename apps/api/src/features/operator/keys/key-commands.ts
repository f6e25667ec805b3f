// API keys, as commands.
import * as contract from '@ballast/contract/operator/keys';
import { type Command, type Given, needOperand, needValue } from '../command-line/command.ts';
import { formatKey } from './format-key.ts';

const paramsOf = (given: Given) => ({
  params: { id: needOperand(given, 'Name the key: its id, or how it begins.') },
});

export const keyCommands: Command[] = [
  {
    words: 'keys show',
    operand: 'ID',
    rest: 'ID',
    help: 'one API key, its owner and its use; never its value',
    run: async (call, given) => {
      const answer = await call(contract.showKey, paramsOf(given));
      return { answer, text: formatKey(answer) };
    },
  },
  {
    words: 'keys revoke',
    operand: 'ID',
    options: ['reason'],
    rest: 'ID --reason TEXT',
    help: 'the key stops at once, for good',
    run: async (call, given) => {
      const reason = needValue(given, 'reason', 'Say why with --reason: the operator log keeps it.');
      const answer = await call(contract.revokeKey, { ...paramsOf(given), body: { reason } });
      return { answer, text: formatKey(answer) };
    },
  },
];
