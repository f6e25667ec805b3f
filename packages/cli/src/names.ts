// How a portal and a profile are written, wherever they come from.
import { printable } from '@ballast/contract/characters';
import { withoutTrailingSlashes } from '@ballast/contract/trailing-slashes';
import { CliFailure } from './failures.ts';

export const portalAddress = (text: string, from: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new CliFailure('usage', `${from} must be an http or https address, not "${text}".`);
  return withoutTrailingSlashes(`${url.origin}${url.pathname}`);
};

export const profileName = (text: string, from: string) => {
  if (/^[a-z\d][\w.-]{0,31}$/i.test(text)) return text;
  throw new CliFailure(
    'usage',
    `${from} must be 1 to 32 letters, digits, dots, dashes or underscores, not "${printable(text)}".`,
  );
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

export const isUnencrypted = (portal: string) => {
  const { protocol, hostname } = new URL(portal);
  return protocol === 'http:' && !loopback.includes(hostname);
};
