import { revokeKey, showKey } from '@ballast/contract/operator/keys';
import { type AddCommands, needReason } from '../command-line/session.ts';
import { formatKey } from './format-key.ts';
import { addRevokeAgain } from './revoke-again.ts';

const question = 'Name the key: its id, or how it begins.';

export const addKeyCommands: AddCommands = (program, session) => {
  const { call, print } = session;
  const keys = program.command('keys');
  keys
    .command('show')
    .description('one API key, its owner and its use; never its value')
    .argument('<ID>', question)
    .action(async (id) => print(await call(showKey, { params: { id } }), formatKey));
  keys
    .command('revoke')
    .description('the key stops at once, for good')
    .usage('ID --reason TEXT')
    .argument('<ID>', question)
    .option('--reason <TEXT>')
    .action(async (id, options) => {
      const body = { reason: needReason(options.reason) };
      print(await call(revokeKey, { params: { id }, body }), formatKey);
    });
  addRevokeAgain(keys, session);
};
