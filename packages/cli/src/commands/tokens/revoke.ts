import { listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { confirmUnless } from '../../terminal/confirm.ts';
import { printJson } from '../../terminal/output.ts';

type Options = { yes?: boolean; json?: boolean };

const findToken = async (call: PortalCall, wanted: string) => {
  const tokens = (await call(listDevices)).filter(({ kind }) => kind === 'machine');
  const named = tokens.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted);
  const [only, another] = named;
  if (!only) throw new CliFailure('not_found', `There is no token "${wanted}" for a machine.`);
  if (another) throw new CliFailure('usage', `Several tokens are called "${wanted}": use the id.`);
  return only;
};

const revoke = async (context: Context, wanted: string, { yes, json }: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const { id, name } = await findToken(call, wanted);
  await confirmUnless(
    yes,
    context,
    `${name} and the tokens made with it stop working at once.`,
    'Revoke Token',
  );
  await call(revokeDevice, { params: { id } });
  if (json) return printJson(terminal, { id, name, revoked: true });
  terminal.out.print(`${name} is revoked.`);
};

export const addRevokeToken = (tokens: Command, context: Context) =>
  addHelp(
    tokens
      .command('revoke')
      .description('Revoke a token for a machine; it stops working at once')
      .argument('<token>', 'its name or id')
      .option('-y, --yes', 'do not ask')
      .action((wanted: string, options: Options) => revoke(context, wanted, options)),
    {
      examples: [
        ['ballast tokens revoke ci', 'asks first'],
        ['ballast tokens revoke ci --yes', 'does not ask'],
      ],
      json: ['{ id, name, revoked }'],
    },
  );
