import { Argument, type Command } from 'commander';
import { addHelp } from '../command-help.ts';
import { candidates } from '../completion/candidates.ts';
import { completionScripts, shells } from '../completion/scripts.ts';
import type { Context } from '../context.ts';

export const addCompletion = (program: Command, { terminal }: Context) => {
  addHelp(
    program
      .command('completion')
      .description('Print the script that completes commands on Tab')
      .addArgument(new Argument('<shell>', 'your shell').choices(shells))
      .action((shell: (typeof shells)[number]) => void terminal.out.write(completionScripts[shell])),
    {
      examples: [
        ['source <(ballast completion bash)', 'bash; put it into ~/.bashrc'],
        ['source <(ballast completion zsh)', 'zsh; put it into ~/.zshrc after compinit'],
        ['ballast completion fish | source', 'fish; put it into ~/.config/fish/config.fish'],
      ],
    },
  );
  // Those scripts call this with the words so far, the last of them unfinished.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: string[]) => {
      const lines = candidates(program, words).map(({ word, description }) => `${word}\t${description}\n`);
      terminal.out.write(lines.join(''));
    });
};
