// The services that the portal uses, from the variables that name them. Without them a part of the portal takes their place.
import { StartupProblem } from '../failure.ts';
import { isLoopback } from '../loopback.ts';
import { databaseServers } from './database-servers.ts';
import { readRedisUrl } from './redis-url.ts';
import type { Variables } from './variables.ts';

export const refuse = (problem: string): never => {
  throw new StartupProblem(`Configuration: ${problem}`);
};

export type ProviderSettings = { clientId: string; clientSecret: string; url: string };

// Without credentials there is the dev provider, but never in production. It keeps its grants in memory, so it serves one process.
export const readProvider = (
  vars: Variables,
  name: 'GITHUB' | 'GOOGLE',
  url: string,
): ProviderSettings | 'dev' | null => {
  const clientId = vars[`${name}_CLIENT_ID`];
  const clientSecret = vars[`${name}_CLIENT_SECRET`];
  if (clientId && clientSecret) return { clientId, clientSecret, url };
  if (clientId) refuse(`${name}_CLIENT_ID needs ${name}_CLIENT_SECRET`);
  if (clientSecret) refuse(`${name}_CLIENT_SECRET needs ${name}_CLIENT_ID`);
  return vars.NODE_ENV === 'production' || vars.PROCESSES > 1 ? null : 'dev';
};

export type BreachedPasswordsSettings = { url: string; timeoutMs: number };

export type SmtpSettings = { url: string; from: string; tls: 'required' | 'if offered' | 'off' };

// smtp:// becomes encrypted by STARTTLS, which is optional on this machine alone.
export const readSmtp = (vars: Variables, from: string): SmtpSettings | null => {
  const url = vars.SMTP_URL;
  const wanted = vars.TLS.smtp;
  if (!url) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'smtps:' && wanted === 'off')
    refuse('smtp=off in TLS needs an smtp:// address in SMTP_URL');
  return { url, from, tls: wanted ?? (isLoopback(hostname) ? 'if offered' : 'required') };
};

// Everybody on the network could read sessions, hashes and keys, also on a private address. Only this machine is exempt, and
// what the operator calls a network of their own.
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

export const refuseUnencrypted = ({ DATABASE_URL, REDIS_URL, TLS }: Variables, production: boolean) => {
  const usual = production ? 'required' : 'off';
  const isRequired = (mode = usual) => mode === 'required';
  const databaseUrl = DATABASE_URL === 'embedded' ? undefined : DATABASE_URL;
  const { urls } = databaseServers(databaseUrl ?? '');
  if (databaseUrl && isRequired(TLS.database) && !urls.every((url) => isDatabaseSafe(new URL(url))))
    refuse(
      'DATABASE_URL must encrypt: add sslmode=verify-full to it, or set TLS=database=off for a network of your own',
    );
  if (REDIS_URL && isRequired(TLS.redis) && !isRedisSafe(REDIS_URL))
    refuse('REDIS_URL must encrypt: make it rediss://, or set TLS=redis=off for a network of your own');
};
