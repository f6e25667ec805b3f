import { type AddressUse, otherAddresses } from '@ballast/contract/keys/key-addresses';
import { table } from '../../terminal/output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { localTime } from '../../terminal/times.ts';

export const printAddresses = (terminal: Terminal, addresses: AddressUse[]) => {
  const rows = addresses.map(({ address, requests, lastSeenAt }) => [
    address === otherAddresses ? 'other addresses' : address,
    requests.toLocaleString('en-US'),
    localTime(lastSeenAt),
  ]);
  terminal.out.print(['', ...table(terminal, ['ADDRESS', 'REQUESTS', 'LAST SEEN'], rows)]);
};
