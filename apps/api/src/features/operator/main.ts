// The provider team's commands (npm run operator -- …) are carried out by the running portal.
import { parseArgs } from 'node:util';
import { printableJson, printableParagraph } from '@ballast/contract/characters';
import { readDataDir } from '../../runtime/config.ts';
import { OperatorProblem, openPortalClient } from './ask-portal.ts';
import { findCommand, usage } from './commands.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    status: { type: 'string', default: 'pending' },
    note: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const run = async () => {
  const [subject, verb, id] = positionals;
  const { status, note = null } = values;
  const command = findCommand(`${subject} ${verb}`);
  const { answer, text } = await command.run(openPortalClient(readDataDir(process.env)), {
    id,
    status,
    note,
  });
  return values.json ? printableJson(answer) : text;
};

try {
  console.log(values.help ? usage : await run());
} catch (error) {
  if (!(error instanceof OperatorProblem)) throw error;
  console.error(printableParagraph(error.message));
  process.exitCode = 1;
}
