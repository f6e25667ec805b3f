// Chooses the proxy for an address by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, as curl and gh do.
// Loopback addresses never use one.
import { isLoopback } from './encryption.ts';

const variable = (env: NodeJS.ProcessEnv, name: string) => env[name.toLowerCase()] || env[name];

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

const matches = ({ hostname, port, protocol }: URL, entry: string) => {
  if (entry === '*') return true;
  const [, name = '', wantedPort] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (wantedPort && wantedPort !== (port || defaultPorts[protocol])) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
};

const isExempt = (env: NodeJS.ProcessEnv, url: URL) =>
  (variable(env, 'NO_PROXY') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => matches(url, entry));

export const proxyFor = (env: NodeJS.ProcessEnv, address: string): URL | null => {
  const url = new URL(address);
  if (isLoopback(url.hostname) || isExempt(env, url)) return null;
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const given = variable(env, name) ?? variable(env, 'ALL_PROXY');
  if (!given) return null;
  const text = given.includes('://') ? given : `http://${given}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  if (proxy && ['http:', 'https:'].includes(proxy.protocol)) return proxy;
  throw new Error(`${name} must be an http or https address`);
};

// Without the password.
export const proxyName = ({ protocol, host }: URL) => `${protocol}//${host}`;
