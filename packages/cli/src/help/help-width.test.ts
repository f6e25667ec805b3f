import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import stringWidth from 'fast-string-width';
import { expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../program.ts';
import { openTerminal } from '../terminal/terminal.ts';

const terminalOf = (columns: number) => {
  const { isTTY, columns: before } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns });
  onTestFinished(() => void Object.assign(process.stdout, { isTTY, columns: before }));
};

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

test.each([80, 120])('every help fits a terminal of %i columns', (columns) => {
  terminalOf(columns);
  const context = {
    env: {},
    terminal: openTerminal({ NO_COLOR: '1' }),
    info: { version: '1.0.0' },
    folder: '/',
    flags: {},
  };
  for (const command of all(createProgram(context))) {
    let text = '';
    command.configureOutput({
      writeOut: (chunk) => {
        text += chunk;
      },
      getOutHelpWidth: () => columns,
    });
    command.outputHelp();
    for (const line of text.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  }
});
