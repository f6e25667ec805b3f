// How a portal and a profile are written, wherever they come from.
import { withoutTrailingSlashes } from '@ballast/contract/screens';
import { CliFailure } from '../failures.ts';

// Messages print a portal's address inside of commands to copy, so it holds nothing that means something to a shell.
const isPlainAddress = (address: string) =>
  /^https?:\/\/[\w.:[\]-]+(\/([\w.~/-]|%[\da-f]{2})*)?$/i.test(address);

export const portalAddress = (text: string, from: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const address = url ? `${url.origin}${url.pathname}` : '';
  if (!isPlainAddress(address))
    throw new CliFailure('usage', `${from} must be an http or https address, not "${text}".`);
  return withoutTrailingSlashes(address);
};

export const profileName = (text: string, from: string) => {
  if (/^[a-z\d][\w.-]{0,31}$/i.test(text)) return text;
  throw new CliFailure(
    'usage',
    `${from} must be 1 to 32 letters, digits, dots, dashes or underscores, not "${text}".`,
  );
};
