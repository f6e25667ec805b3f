import { isPortalEvent, usualProviderEvents } from '@ballast/contract/webhooks/event-types';
import { webhookLimits } from '@ballast/contract/webhooks/webhook-limits';
import * as z from 'zod/mini';
import { type Network, readNetwork } from '../../runtime/network/networks.ts';
import { settings } from '../../runtime/settings/declared.ts';
import { readBy } from '../../runtime/settings/shapes.ts';

type ProviderEvent = { type: string; description: string };

const typePattern = /^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/;
const longestDescription = 200;

const readEvent = (pair: string): ProviderEvent | null => {
  const at = pair.indexOf('=');
  const type = pair.slice(0, at).trim();
  const description = pair.slice(at + 1).trim();
  const isType = type.length <= webhookLimits.eventType && typePattern.test(type) && !isPortalEvent(type);
  const isDescribed = description.length > 0 && description.length <= longestDescription;
  return at > 0 && isType && isDescribed ? { type, description } : null;
};

const eventsFault =
  'must be type=description pairs separated by semicolons, each type once and none of the portal’s own, such as payment.completed=A payment was completed';

const readEvents = (text: string) => {
  const pairs = text.split(';').filter((pair) => pair.trim());
  const events = pairs.map(readEvent).filter((event) => event !== null);
  const isGood =
    new Set(events.map(({ type }) => type)).size === pairs.length && events.length <= webhookLimits.types;
  return isGood ? events : { fault: eventsFault };
};

export type PublisherToken = { id: string; value: string };

const shortestToken = 16;
const tokensFault = `must be id:value pairs separated by commas, each id once and each value at least ${shortestToken} characters`;
const tokenPair = /^([\w-]{1,64}):(\S+)$/;

const readTokens = (text: string): PublisherToken[] | { fault: string } => {
  const pairs = text.split(',').map((part) => tokenPair.exec(part.trim()));
  const tokens = pairs.flatMap((found) => {
    const [, id = '', value = ''] = found ?? [];
    return value.length >= shortestToken ? [{ id, value }] : [];
  });
  const isGood = tokens.length === pairs.length && new Set(tokens.map(({ id }) => id)).size === tokens.length;
  return isGood ? tokens : { fault: tokensFault };
};

const networksFault = 'must be addresses or networks separated by commas, such as 10.20.0.0/16';

const readNetworks = (text: string): Network[] | { fault: string } => {
  const networks = text.split(',').map(readNetwork);
  return networks.every((network) => network !== null) ? networks : { fault: networksFault };
};

const serverFault =
  'must be addresses of name servers separated by commas, such as 10.0.0.2 or 127.0.0.1:5353';
const server = /^(?:[\d.]{7,15}|\[[\da-fA-F:.]{2,45}\])(?::\d{1,5})?$/;

const readServers = (text: string): string[] | { fault: string } => {
  const servers = text.split(',').map((each) => each.trim());
  return servers.every((each) => server.test(each)) ? servers : { fault: serverFault };
};

export const webhookSettings = settings(
  {
    WEBHOOK_EVENTS: z.prefault(readBy(readEvents), usualProviderEvents),
    PUBLISHER_TOKENS: z.optional(readBy(readTokens)),
    WEBHOOK_NETWORKS: z.optional(readBy(readNetworks)),
    WEBHOOK_DNS: z.optional(readBy(readServers)),
  },
  (vars) => ({
    events: vars.WEBHOOK_EVENTS,
    publisherTokens: vars.PUBLISHER_TOKENS ?? [],
    networks: vars.WEBHOOK_NETWORKS ?? [],
    nameServers: vars.WEBHOOK_DNS ?? null,
  }),
);
