import { Argument, type Command } from 'commander';
import { candidates } from '../completion/candidates.ts';
import { keyNames, profileNames } from '../completion/names.ts';
import { completionScripts, shells } from '../completion/scripts.ts';
import type { Context } from '../context.ts';
import { addHelp } from '../help/command-help.ts';

export const addCompletion = (program: Command, context: Context) => {
  const { terminal } = context;
  addHelp(
    program
      .command('completion')
      .description('Print the script that completes commands on Tab')
      .addArgument(new Argument('<shell>', 'your shell').choices(shells))
      .action((shell: (typeof shells)[number]) =>
        terminal.out.print(completionScripts[shell].trimEnd().split('\n')),
      ),
    {
      examples: [
        ['source <(ballast completion bash)', 'bash; put it into ~/.bashrc'],
        ['source <(ballast completion zsh)', 'zsh; put it into ~/.zshrc after compinit'],
        ['ballast completion fish | source', 'fish; put it into ~/.config/fish/config.fish'],
        [
          'ballast completion powershell | Out-String | Invoke-Expression',
          'PowerShell; put it into $PROFILE',
        ],
      ],
    },
  );
  // Those scripts call this with the words so far, the last of them unfinished.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: string[]) => {
      const names = { key: () => keyNames(context, words), profile: () => profileNames(context) };
      const lines = (await candidates(program, words, names)).map(
        ({ word, description }) => `${word}\t${description}`,
      );
      terminal.out.print(lines);
    });
};
