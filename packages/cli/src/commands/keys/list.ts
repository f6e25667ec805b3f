import { listKeys } from '@ballast/contract/api-keys';
import type { Command } from 'commander';
import { addHelp } from '../../command-help.ts';
import type { Context } from '../../context.ts';
import { environmentOption, toEnvironment } from '../../environments.ts';
import { printJson } from '../../output.ts';
import { requireSignedIn } from '../../signed-in.ts';
import { environmentNote, keyJson, keyShape, printKeys } from './show-key.ts';

type Options = { environment?: string; reveal?: boolean; json?: boolean };

const list = async (context: Context, { environment, reveal = false, json }: Options) => {
  const { terminal } = context;
  const { call } = await requireSignedIn(context);
  const keys = await call(listKeys, {
    query: environment ? { environment: toEnvironment(environment) } : {},
  });
  if (json)
    return printJson(
      terminal,
      keys.map((key) => keyJson(key, reveal)),
    );
  if (keys.length) return printKeys(terminal, keys, reveal);
  terminal.err.write(
    `No ${environment ? `${environment} ` : ''}keys found. Create one with ballast keys create.\n`,
  );
};

export const addListKeys = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('list')
      .description('List your keys, newest first')
      .addOption(environmentOption('only the keys of this environment'))
      .option('--reveal', 'show the keys themselves instead of masks')
      .action((options: Options) => list(context, options)),
    {
      examples: [
        ['ballast keys list', 'both environments, masked'],
        ['ballast keys list -e sandbox --reveal', 'the sandbox keys in full'],
        ["ballast keys list --json | jq -r '.[].name'", 'only the names'],
      ],
      json: [`[${keyShape}]`, environmentNote, 'key is masked without --reveal'],
    },
  );
