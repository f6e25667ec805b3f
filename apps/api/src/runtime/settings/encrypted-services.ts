// Sessions, hashes and keys pass between the portal and its database, and limits between it and Redis. Whoever shares the network
// could read along, also on a private address: only this machine is exempt, or what the operator says is a network of their own.
import { isLoopback } from '../loopback.ts';
import { readRedisUrl } from './redis-url.ts';
import type { Variables } from './variables.ts';

// node-postgres takes each of these for a connection that must be encrypted, with a certificate that is checked.
const checkedModes = ['prefer', 'require', 'verify-ca', 'verify-full'];

const isChecked = ({ searchParams }: URL) => {
  // Under these rules most modes do not check the certificate.
  if (searchParams.has('uselibpqcompat')) return false;
  const mode = searchParams.get('sslmode');
  return mode === null ? ['true', '1'].includes(searchParams.get('ssl') ?? '') : checkedModes.includes(mode);
};

// A host in the query takes the place of the one before it, and a path is a socket.
const isOnThisMachine = ({ hostname, searchParams }: URL) => {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopback(host);
};

const isDatabaseSafe = (url: URL) => isOnThisMachine(url) || isChecked(url);
const isRedisSafe = (url: string) => {
  const address = readRedisUrl(url);
  return address !== null && (address.tls || address.nodes.every(({ host }) => isLoopback(host)));
};

// It says what is wrong, in one line, or nothing.
export const unencryptedService = (vars: Variables, production: boolean): string | null => {
  const usual = production ? 'required' : 'off';
  const { DATABASE_URL, REDIS_URL, DATABASE_TLS = usual, REDIS_TLS = usual } = vars;
  if (
    DATABASE_URL &&
    DATABASE_URL !== 'embedded' &&
    DATABASE_TLS === 'required' &&
    !isDatabaseSafe(new URL(DATABASE_URL))
  )
    return 'DATABASE_URL must encrypt: add sslmode=verify-full to it, or set DATABASE_TLS=off for a network of your own';
  if (REDIS_URL && REDIS_TLS === 'required' && !isRedisSafe(REDIS_URL))
    return 'REDIS_URL must encrypt: make it rediss://, or set REDIS_TLS=off for a network of your own';
  return null;
};
