// What the address of an endpoint may hold. The names of hosts are checked in resolve-host.ts.
import { webhookMessages } from '@ballast/contract/webhooks/webhook-limits';

const longestHost = 253;
const longestLabel = 63;

// URL has written decimal, octal and hexadecimal addresses as usual, and letters of other scripts as ASCII. A point at the end
// makes no other host.
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const isHost = (host: string) =>
  host !== '' &&
  host.length <= longestHost &&
  host.split('.').every((label) => label !== '' && label.length <= longestLabel);

const isPort = ({ port, protocol }: URL) => {
  const number = Number(port || (protocol === 'http:' ? 80 : 443));
  return number === 443 || number === 8443 || number > 1023 || (number === 80 && protocol === 'http:');
};

const protocolsOf = (production: boolean) => (production ? ['https:'] : ['https:', 'http:']);

// The address, or why it is refused.
export const readReceiverUrl = (text: string, production: boolean): URL | { fault: string } => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return { fault: webhookMessages.urlMalformed };
  if (!protocolsOf(production).includes(url.protocol)) return { fault: webhookMessages.urlScheme };
  if (url.username || url.password) return { fault: webhookMessages.urlUser };
  if (!isHost(hostOf(url))) return { fault: webhookMessages.urlMalformed };
  return isPort(url) ? url : { fault: webhookMessages.urlPort };
};
