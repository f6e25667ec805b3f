import { Argument, type Command } from 'commander';
import { chooseAccount, confirmStrangePortal } from '../account/choose-account.ts';
import type { Context } from '../context.ts';
import { addHelp } from '../help/command-help.ts';
import { openBrowser } from '../system/open-browser.ts';
import { printJson } from '../terminal/output.ts';

const pages = {
  portal: '/dashboard',
  settings: '/dashboard#settings',
  security: '/dashboard#security',
  support: '/support',
  docs: '/docs',
  cli: '/docs/cli',
} as const;
type Page = keyof typeof pages;

const show = async (context: Context, page: Page, options: { print?: boolean; json?: boolean }) => {
  const { env, terminal } = context;
  const chosen = await chooseAccount(context);
  const address = `${chosen.portal}${pages[page]}`;
  if (!options.print) await confirmStrangePortal(context, chosen, 'Open it?', 'Open');
  const opened = !options.print && (await openBrowser({ env, platform: process.platform }, address));
  if (options.json) return printJson(terminal, { address, opened });
  terminal.out.print(address);
};

export const addOpen = (program: Command, context: Context) =>
  addHelp(
    program
      .command('open')
      .description('Open a page of the portal in your browser, and print its address')
      .addArgument(
        new Argument('[page]', 'which page').choices(Object.keys(pages)).default('portal' satisfies Page),
      )
      .option('--print', 'only print the address')
      .action((page: Page, options: { print?: boolean; json?: boolean }) => show(context, page, options)),
    {
      examples: [
        ['ballast open', 'the portal'],
        ['ballast open docs', 'the documentation'],
        ['ballast open settings --print', 'only the address'],
      ],
      json: ['{ address, opened }', 'opened says whether a browser could be started'],
    },
  );
