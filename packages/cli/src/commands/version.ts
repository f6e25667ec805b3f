import { type AddCommand, addCommand } from '../help/add-command.ts';
import { show } from '../terminal/output.ts';

export const addVersion: AddCommand = (program, context) =>
  addCommand(program, 'version', 'Print the version', {
    examples: [['ballast version --json', 'with the version of Node and the portal it came from']],
    json: ['{ version, node, portal }', 'portal is the one that this tool came from, or null'],
  }).action(() => {
    const { version, portal = null } = context.info;
    show(context, { version, node: process.versions.node, portal }, () => version);
  });
