import { counted } from '@ballast/contract/counted';
import { eitherOf } from '@ballast/contract/http/field';
import * as contract from '@ballast/contract/operator/users';
import { UsageProblem } from '../command-line/problems.ts';
import { type AddCommands, needReason } from '../command-line/session.ts';
import { formatErased, formatUser, formatUsers } from './format-users.ts';

const readStatus = (word: string | undefined) => {
  if (word === undefined) return undefined;
  const status = contract.userStatuses.find((each) => each === word.toLowerCase());
  if (!status) throw new UsageProblem(`status must be ${eitherOf(contract.userStatuses)}`);
  return status;
};

export const addUserCommands: AddCommands = (program, { call, print }) => {
  const users = program.command('users');
  const addForOne = (name: string, description: string, usage = '') =>
    users
      .command(name)
      .description(description)
      .usage(usage)
      .argument('<WHO>', 'Name the user: an id, how it begins, or an address.');
  users
    .command('list')
    .description('accounts, newest first')
    .usage('[--search TEXT] [--status active|suspended|deleted] [--limit NUMBER]')
    .option('--search <TEXT>')
    .option('--status <STATUS>')
    .option('--limit <NUMBER>')
    .option('--cursor <CURSOR>')
    .action(async ({ status, ...query }) =>
      print(await call(contract.listUsers, { query: { ...query, status: readStatus(status) } }), formatUsers),
    );
  addForOne('show', 'one account with its sessions and keys; that it was looked at is logged').action(
    async (who) => print(await call(contract.showUser, { params: { who } }), formatUser),
  );
  addForOne('suspend', 'nobody signs in, and sessions and keys stop at once', 'WHO --reason TEXT')
    .option('--reason <TEXT>')
    .action(async (who, options) => {
      const body = { reason: needReason(options.reason) };
      print(await call(contract.suspendUser, { params: { who }, body }), formatUser);
    });
  addForOne('restore', 'ends a suspension: keys work again, sessions do not').action(async (who) =>
    print(await call(contract.restoreUser, { params: { who } }), formatUser),
  );
  addForOne('end-sessions', 'signs out every browser and command line').action(async (who) =>
    print(
      await call(contract.endUserSessions, { params: { who } }),
      ({ sessions, commandLines }) =>
        `Signed out: ${counted(sessions, 'browser')}, ${counted(commandLines, 'command line')}.`,
    ),
  );
  addForOne(
    'export',
    'everything that the portal holds about them, as JSON; that it was exported is logged',
  ).action(async (who) => print(JSON.parse(await call(contract.exportUser, { params: { who } })), null));
  addForOne('delete', 'removes the account and all that belongs to it, for good', 'WHO --yes')
    .option('--yes')
    .action(async (who, { yes }) => {
      if (!yes)
        throw new UsageProblem('Add --yes: the account is deleted at once, and nothing brings it back.');
      print(await call(contract.eraseUser, { params: { who } }), formatErased);
    });
};
