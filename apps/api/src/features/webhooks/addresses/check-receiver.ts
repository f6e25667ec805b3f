// The one rule for the address of an endpoint, at saving and at every attempt.
import { type DeliveryError, webhookMessages } from '@ballast/contract/webhooks/webhook-limits';
import type { Config } from '../../../runtime/settings/config.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { webhookSettings } from '../settings.ts';
import { openAddressCheck } from './public-address.ts';
import { hostOf, readReceiverUrl } from './receiver-url.ts';
import { openResolveHost } from './resolve-host.ts';

export type Receiver = { url: URL; host: string; addresses: string[] };
type Refused = { fault: string; error: DeliveryError };
export type CheckReceiver = (text: string) => Promise<Receiver | Refused>;

export const openCheckReceiver = (config: Config): CheckReceiver => {
  const { networks, nameServers } = settingsOf(config, webhookSettings);
  const isAllowed = openAddressCheck(networks, config.production);
  const resolveHost = openResolveHost(nameServers);
  return async (text) => {
    const url = readReceiverUrl(text, config.production);
    if (!(url instanceof URL)) return { ...url, error: 'address_not_allowed' };
    const host = hostOf(url);
    const addresses = await resolveHost(host);
    if (!addresses.length) return { fault: webhookMessages.urlNotResolved, error: 'name_not_resolved' };
    // One private address is enough: the connection could go there.
    if (!addresses.every(isAllowed))
      return { fault: webhookMessages.urlNotPublic, error: 'address_not_allowed' };
    return { url, host, addresses };
  };
};
