import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { candidates } from '../completion/candidates.ts';
import { keyNames, profileNames, scopeNames } from '../completion/names.ts';
import { completionScripts, shells } from '../completion/scripts.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';

export const addCompletion: AddCommand = (program, context) => {
  const { out } = context.terminal;
  addCommand(program, 'completion', 'Print the script that completes commands on Tab', {
    examples: [
      ['source <(ballast completion bash)', 'bash; put it into ~/.bashrc'],
      ['source <(ballast completion zsh)', 'zsh; put it into ~/.zshrc after compinit'],
      ['ballast completion fish | source', 'fish; put it into ~/.config/fish/config.fish'],
      ['ballast completion powershell | Out-String | Invoke-Expression', 'PowerShell; put it into $PROFILE'],
    ],
  })
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action((shell) => out.print(completionScripts[shell].trimEnd().split('\n')));
  // Those scripts call this with the words so far, the last of them unfinished.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words) => {
      const names = {
        key: () => keyNames(context, words),
        scope: (command: CommandUnknownOpts) => scopeNames(context, words, command),
        profile: () => profileNames(context),
      };
      const found = await candidates(program, words, names);
      out.print(found.map(({ word, description }) => `${word}\t${description}`));
    });
};
