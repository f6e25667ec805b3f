import { type AddCommand, addCommand } from '../help/add-command.ts';
import { show } from '../terminal/output.ts';

export const addVersion: AddCommand = (program, context) =>
  addCommand(program, 'version', 'Print the version', {
    examples: [['ballast version --json', 'with the version of Node and the source portal']],
    json: ['{ version, node, portal }', 'portal is where you installed the CLI from, or null'],
  }).action(() => {
    const { version, portal = null } = context.info;
    show(context, { version, node: process.versions.node, portal }, () => version);
  });
