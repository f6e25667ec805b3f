// DATABASE_URL may name several servers, as libpq has it. The first one that takes connections and fits is used:
//   postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write
//   postgres://user:password@a/name?host=a,b&port=5432,5433
export type SessionAttributes = 'any' | 'read-write' | 'primary';

export type DatabaseServers = { urls: string[]; target: SessionAttributes };

const form = /^(postgres(?:ql)?:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const known: SessionAttributes[] = ['any', 'read-write', 'primary'];

const addressFault = 'must be a postgres:// address, or embedded';
const targetFault = `must have ${known.join(', ').replace(/, (?=[^,]*$)/, ' or ')} as target_session_attrs, because the portal writes`;
const portsFault = 'must have one port for all hosts, or one for each';

// A host in the query takes the place of the one before it.
const inQuery = (parameters: URLSearchParams) => {
  const hosts = parameters.get('host')?.split(',') ?? [];
  const ports = parameters.get('port')?.split(',') ?? [];
  if (hosts.length < 2) return [null];
  if (ports.length > 1 && ports.length !== hosts.length) return null;
  return hosts.map((host, i) => ({ host, port: ports[i] ?? ports[0] }));
};

const withPlace = (parameters: URLSearchParams, place: { host: string; port: string | undefined } | null) => {
  const own = new URLSearchParams(parameters);
  own.delete('target_session_attrs');
  if (place) own.set('host', place.host);
  if (place?.port) own.set('port', place.port);
  return own.size ? `?${own}` : '';
};

export const readDatabaseServers = (url: string): DatabaseServers | { fault: string } => {
  const [, scheme, authority = '', path = '', query = ''] = form.exec(url) ?? [];
  if (scheme === undefined) return { fault: addressFault };
  const hostsAt = authority.lastIndexOf('@') + 1;
  const start = scheme + authority.slice(0, hostsAt);
  const hosts = authority.slice(hostsAt);
  const parameters = new URLSearchParams(query);
  const target = (parameters.get('target_session_attrs') ?? 'any') as SessionAttributes;
  if (!known.includes(target)) return { fault: targetFault };
  const places = inQuery(parameters);
  if (!places) return { fault: portsFault };
  const isPlain = !hosts.includes(',') && places.length === 1 && !parameters.has('target_session_attrs');
  const urls = isPlain
    ? [url]
    : hosts
        .split(',')
        .flatMap((host) => places.map((place) => `${start}${host}${path}${withPlace(parameters, place)}`));
  return urls.every((each) => URL.canParse(each)) ? { urls, target } : { fault: addressFault };
};

// For an address that the settings have accepted.
export const databaseServers = (url: string): DatabaseServers => {
  const read = readDatabaseServers(url);
  return 'fault' in read ? { urls: [url], target: 'any' } : read;
};
