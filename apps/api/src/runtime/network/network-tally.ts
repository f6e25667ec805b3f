// Counts what each network has at once, and each site, to which many networks belong.
import { openTally } from '../tally.ts';
import { networkOf, siteOf, siteShare } from './address.ts';

// However many networks a site has, most of what there is stays for others.
const largestPart = 1 / 4;

export const openNetworkTally = (mostPerNetwork: number, mostInAll: number) => {
  const tally = openTally();
  const mostPerSite = Math.min(mostPerNetwork * siteShare, mostInAll * largestPart);
  const namesOf = (address: string) => [networkOf(address), siteOf(address) ?? []].flat();
  return {
    hasRoom: (address: string) => {
      const [network = '', site] = namesOf(address);
      if (tally.count(network) >= mostPerNetwork) return false;
      return !site || tally.count(site) < mostPerSite;
    },
    add: (address: string) => namesOf(address).forEach(tally.add),
    remove: (address: string) => namesOf(address).forEach(tally.remove),
  };
};
