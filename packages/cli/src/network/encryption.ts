// Over plain http everybody on the way reads what is sent, and changes what comes back.
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export const isLoopback = (hostname: string) => loopback.test(hostname);

export const isUnencrypted = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
};

export const refuseUnencrypted = ({ env, flags }: Context, address: string) => {
  if (!isUnencrypted(address) || flags.insecure || env.BALLAST_INSECURE === '1') return;
  throw new CliFailure(
    'usage',
    `${new URL(address).origin} is not encrypted: others on the way could read the token. Use https, or add --insecure to send it all the same.`,
  );
};
