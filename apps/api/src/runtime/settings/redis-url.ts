// Where Redis is: one server, a primary that sentinels know, or a cluster. The parts of a fleet are named by several addresses, which no
// URL has, so these are read here:
//   redis://user:password@host:6379/0
//   redis+sentinel://user:password@host:26379,host:26379/name-of-the-primary/0?sentinelPassword=…
//   redis+cluster://user:password@host:6379,host:6379
// Each encrypts with rediss instead of redis.
type RedisNode = { host: string; port: number };

type Servers = {
  nodes: RedisNode[];
  username: string | undefined;
  password: string | undefined;
  tls: boolean;
};

export type RedisAddress =
  | ({ kind: 'single'; url: string } & Servers)
  | ({ kind: 'cluster' } & Servers)
  | ({ kind: 'sentinel'; name: string; db: number; sentinelPassword: string | undefined } & Servers);

const form = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const usualPort = { single: 6379, cluster: 6379, sentinel: 26379 };

const readNode = (text: string, fallback: number): RedisNode | null => {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d+))?$/i.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? fallback : Number(digits);
  return host && port >= 1 && port <= 65535 ? { host, port } : null;
};

const decode = (text: string | undefined) => (text ? decodeURIComponent(text) : undefined);

const read = (url: string): RedisAddress | null => {
  const [, secure, kind = 'single', user = '', hosts = '', path = '', query = ''] = form.exec(url) ?? [];
  if (secure === undefined) return null;
  const fallback = usualPort[kind as RedisAddress['kind']];
  const nodes = hosts.split(',').map((host) => readNode(host, fallback));
  if (nodes.some((node) => node === null)) return null;
  const [username, ...rest] = user.split(':');
  const servers = {
    nodes: nodes as RedisNode[],
    username: decode(username),
    password: decode(rest.join(':')),
    tls: secure === 's',
  };
  if (kind === 'single') return nodes.length === 1 && URL.canParse(url) ? { kind, url, ...servers } : null;
  if (kind === 'cluster') return path || query ? null : { kind, ...servers };
  const [name = '', db = '0', ...more] = path.split('/');
  const sentinelPassword = new URLSearchParams(query).get('sentinelPassword') ?? undefined;
  if (!name || more.length || !/^\d+$/.test(db)) return null;
  return { kind: 'sentinel', name: decodeURIComponent(name), db: Number(db), sentinelPassword, ...servers };
};

export const readRedisUrl = (url: string): RedisAddress | null => {
  try {
    return read(url);
  } catch {
    // A malformed percent-encoding.
    return null;
  }
};
