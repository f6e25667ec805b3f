import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addHelp } from '../help/command-help.ts';
import { printJson } from '../terminal/output.ts';

const show = ({ terminal, info }: Context, options: { json?: boolean }) => {
  const { version, portal = null } = info;
  if (options.json) return printJson(terminal, { version, node: process.versions.node, portal });
  terminal.out.print(version);
};

export const addVersion = (program: Command, context: Context) =>
  addHelp(
    program
      .command('version')
      .description('Print the version')
      .action((options: { json?: boolean }) => show(context, options)),
    {
      examples: [['ballast version --json', 'with the version of Node and the portal it came from']],
      json: ['{ version, node, portal }', 'portal is the one that this tool came from, or null'],
    },
  );
