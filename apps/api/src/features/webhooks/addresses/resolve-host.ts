// Asks the name servers for the addresses of a host. It is asked anew for each attempt, and the connection goes to the address
// that was checked, so an answer that changes in between reaches nothing else.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../../runtime/loopback.ts';

// This resolver keeps none of the threads busy that hash passwords.
const limits = { timeout: 2000, tries: 2 };

const mostAddresses = 64;

export type ResolveHost = (host: string) => Promise<string[]>;

export const openResolveHost = (nameServers: string[] | null): ResolveHost => {
  const resolver = new Resolver(limits);
  if (nameServers) resolver.setServers(nameServers);
  return async (host) => {
    if (isIP(host)) return [host];
    if (isLoopback(host)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      .slice(0, mostAddresses);
  };
};
