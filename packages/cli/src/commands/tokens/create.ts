import { cliLimits, createCliToken } from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes } from '@ballast/contract/cli/cli-scopes';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson } from '../../terminal/output.ts';
import { localTime } from '../../terminal/times.ts';
import { expiresOption, scopeOption } from './token-options.ts';

type Options = { name?: string; scope?: CliScope[]; expires?: number; json?: boolean };

const create = async (context: Context, { name, scope, expires, json }: Options) => {
  if (!name) throw new CliFailure('usage', 'Say what uses the token: --name "build server".');
  if (!scope) throw new CliFailure('usage', `Say what it may do: --scope ${cliScopes.join(',')}.`);
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const body = { name, scopes: scope, ...(expires ? { expiresInDays: expires } : {}) };
  const { token, id, expiresAt, scopes } = await call(createCliToken, { body });
  if (json) return printJson(terminal, { id, name, scopes, expiresAt, token });
  // The token alone goes to stdout, so that it can be piped to where it is kept.
  terminal.err.print(
    `It may do: ${scopes.join(', ')}. It expires on ${localTime(expiresAt ?? '')}. It is shown once:`,
  );
  terminal.out.print(token);
};

export const addCreateToken = (tokens: Command, context: Context) =>
  addHelp(
    tokens
      .command('create')
      .description('Make a token for a machine, for BALLAST_TOKEN')
      .option('--name <name>', 'what uses it, such as the name of a build server')
      .addOption(scopeOption(`what it may do: ${cliScopes.join(', ')}; several with commas`))
      .addOption(
        expiresOption(`for how many days, ${cliLimits.tokenDays} at most (default: ${cliLimits.tokenDays})`),
      )
      .action((options: Options) => create(context, options)),
    {
      examples: [
        ['ballast tokens create --name ci --scope read,keys:sandbox --expires 30d', 'prints the token'],
        ['ballast tokens create --name ci --scope faucet --json', 'its id and expiry, too'],
      ],
      json: ['{ id, name, scopes, expiresAt, token }'],
    },
  );
