// What costs most of all that one account may call, each beyond its limit. The session's calls are spent on what is costly; the
// token, which has a count of its own, sends whatever it can and is refused most of the time.
import type { Lane } from './lane.ts';
import { json, request } from './requests.ts';

export type HostileAccount = { session: string; token: string; keyIds: string[] };

const networks = Array.from({ length: 100 }, (_, n) => `10.${n}.0.0/16`);

export const accountLanes = ({ session, token, keyIds }: HostileAccount): Lane[] => {
  const bySession = { Authorization: `Bearer ${session}` };
  const byToken = { Authorization: `Bearer ${token}` };
  const keyId = (nth: number) => keyIds[nth % keyIds.length] ?? '';
  const usages = [
    (nth: number) => `/api/api-keys/${keyId(nth)}/usage?window=90d`,
    () => `/api/api-keys/usage?environment=SANDBOX&window=30d&ids=${keyIds.join(',')}`,
    () => '/api/api-keys/usage?environment=SANDBOX&window=30d',
  ];
  const lists = ['/api/api-keys?environment=SANDBOX', '/api/activities', '/api/cli/devices'];
  return [
    {
      name: 'data exports',
      connections: 2,
      call: () => request('GET', '/api/users/export', { headers: bySession }),
    },
    {
      name: 'log exports',
      connections: 2,
      call: (_, nth) =>
        request('GET', `/api/activities/export?format=${nth % 2 ? 'json' : 'csv'}`, { headers: bySession }),
    },
    {
      name: 'network dry runs',
      connections: 4,
      call: (_, nth) =>
        request(
          'POST',
          `/api/api-keys/${keyId(nth)}/network-dry-run`,
          json({ allowedNetworks: networks }, bySession),
        ),
    },
    {
      name: 'usage',
      connections: 8,
      call: (place, nth) =>
        request('GET', usages[(place + nth) % usages.length]?.(nth) ?? '', { headers: bySession }),
    },
    {
      name: 'tokens',
      connections: 1,
      call: (_, nth) =>
        request('POST', '/api/cli/tokens', json({ name: `machine ${nth}`, scopes: ['read'] }, bySession)),
    },
    {
      name: 'lists',
      connections: 20,
      call: (place, nth) => request('GET', lists[(place + nth) % lists.length] ?? '', { headers: byToken }),
    },
  ];
};
