import { Argument } from '@commander-js/extra-typings';
import { chooseAccount, confirmStrangePortal } from '../account/choose-account.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { openBrowser } from '../system/open-browser.ts';
import { show } from '../terminal/output.ts';

const pages = {
  portal: '/dashboard',
  settings: '/dashboard#settings',
  security: '/dashboard#security',
  support: '/support',
  docs: '/docs',
  cli: '/docs/cli',
} as const;
const pageNames = Object.keys(pages) as (keyof typeof pages)[];

export const addOpen: AddCommand = (program, context) =>
  addCommand(program, 'open', 'Open a page of the portal in your browser, and print its address', {
    examples: [
      ['ballast open', 'the portal'],
      ['ballast open docs', 'the documentation'],
      ['ballast open settings --print', 'only the address'],
    ],
    json: ['{ address, opened }', 'opened says if a browser opened'],
  })
    .addArgument(new Argument('[page]', 'which page').choices(pageNames).default('portal'))
    .option('--print', 'only print the address')
    .action(async (page, { print }) => {
      const { env } = context;
      const chosen = await chooseAccount(context);
      const address = `${chosen.portal}${pages[page]}`;
      if (!print) await confirmStrangePortal(context, chosen, 'Open it?', 'Open');
      const opened = !print && (await openBrowser({ env, platform: process.platform }, address));
      show(context, { address, opened }, () => address);
    });
