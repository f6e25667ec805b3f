import { keySorts, keyStatuses, listKeys } from '@ballast/contract/keys/api-keys';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { requireSignedIn } from '../../account/signed-in.ts';
import { environmentOption } from '../../environments.ts';
import { type AddCommand, addCommand } from '../../help/add-command.ts';
import { collect, limitOption } from '../../network/paging.ts';
import { printJsonList } from '../../terminal/output.ts';
import { readKeys } from './find-key.ts';
import { environmentNote, keyJson, keyShape, printKeys } from './print-key.ts';

// A person does not read more lines than this.
const shownAtMost = 1000;

const parseSearch = (text: string) => {
  const parsed = listKeys.query.shape.search.safeParse(text);
  if (parsed.success) return parsed.data ?? '';
  throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
};

export const addListKeys: AddCommand = (keys, context) =>
  addCommand(keys, 'list', 'List your keys, newest first', {
    examples: [
      ['ballast keys list', 'both environments, masked'],
      ['ballast keys list -e sandbox --reveal', 'the sandbox keys in full'],
      ['ballast keys list --search checkout', 'keys with checkout in the name'],
      ["ballast keys list --jq '.[].name'", 'only the names'],
    ],
    aliases: ['ls'],
    json: [`[${keyShape}]`, environmentNote, 'key is masked without --reveal'],
  })
    .addOption(environmentOption('only the keys of this environment'))
    .addOption(
      new Option('-s, --search <text>', 'only keys whose name contains this text').argParser(parseSearch),
    )
    .addOption(new Option('--status <status>', 'only keys in this state').choices(keyStatuses))
    .addOption(new Option('--sort <order>', 'sort by newest, name or last use').choices(keySorts))
    .addOption(limitOption(`how many keys at most (default: ${shownAtMost}, with --json all)`))
    .option('--reveal', 'show the whole keys')
    .action(async ({ environment, search, status, sort, limit, reveal = false }) => {
      const { terminal, flags } = context;
      const { err } = terminal;
      const filters = { environment, search, status, sort };
      const { call } = await requireSignedIn(context);
      if (flags.json)
        return printJsonList(terminal, readKeys(call, { ...filters, most: limit }), (key) =>
          keyJson(key, reveal),
        );
      const most = limit ?? shownAtMost;
      // One key more than is shown tells whether there are more.
      const found = await collect(readKeys(call, { ...filters, most: most + 1 }));
      const where = environment ? `${environment} ` : '';
      if (!found.length && search) return err.print(`No ${where}keys match "${search}".`);
      if (!found.length && status) return err.print(`No ${where}keys are ${status}.`);
      if (!found.length) return err.print(`No ${where}keys found. Create one with ballast keys create.`);
      printKeys(terminal, found.slice(0, most), reveal);
      if (found.length > most)
        err.print(
          `There are more than ${most === 1 ? 'this key' : `these ${most} keys`}. Use --search TEXT or a higher --limit.`,
        );
    });
