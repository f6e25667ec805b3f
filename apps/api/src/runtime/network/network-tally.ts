// How many things each network has at once, and each site, to which many networks belong.
import { openTally } from '../tally.ts';
import { networkOf, siteOf, siteShare } from './address.ts';

export const openNetworkTally = (mostPerNetwork: number) => {
  const tally = openTally();
  const namesOf = (address: string) => [networkOf(address), siteOf(address) ?? []].flat();
  return {
    hasRoom: (address: string) => {
      const [network = '', site] = namesOf(address);
      if (tally.count(network) >= mostPerNetwork) return false;
      return !site || tally.count(site) < mostPerNetwork * siteShare;
    },
    add: (address: string) => namesOf(address).forEach(tally.add),
    remove: (address: string) => namesOf(address).forEach(tally.remove),
  };
};
