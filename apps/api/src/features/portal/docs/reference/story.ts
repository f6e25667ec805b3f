// The examples of the reference are one story, told in curl: the test beside this runs every line as it is shown, in this
// order, and keeps what was answered.
import { keyVariable } from '@ballast/contract/code-examples';
import { routeOf } from '@ballast/contract/http/endpoint';
import { checkKey, getBalance } from '@ballast/contract/keys/key-check';
import { installation } from '../installation.ts';

export type Step = {
  // The method and the path, as the reference writes them.
  operation: string;
  line: string;
  // What later lines read from the environment: the name, and the field of the answer that it comes from.
  keeps?: Record<string, string>;
  // What must have been done before, and is not shown.
  before?: Pick<Step, 'line' | 'keeps'>;
  // What the answer shows only after work behind the call, which the test waits for: a field, or an entry of a list.
  until?: { field: string; value: unknown };
};

export const tokenVariable = 'BALLAST_TOKEN';

// A body that names a variable of the shell stands where the shell looks for one.
const quoted = (json: string) =>
  json.includes('$') ? `"${json.replaceAll('"', '\\"')}"` : `'${json.replaceAll("'", "'\\''")}'`;

type Request = { body?: object; query?: string; secret?: string | null };

const curl = (operation: string, { body, query = '', secret = tokenVariable }: Request) => {
  const [method = '', path = ''] = operation.split(' ');
  // What the path names in braces is a variable of the shell.
  const address = `${installation.publicUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '')}${query}`;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    ...(secret ? [`  -H "Authorization: Bearer $${secret}"`] : []),
    ...(body ? [`  -H "Content-Type: application/json"`, `  -d ${quoted(JSON.stringify(body))}`] : []),
  ];
  return lines.join(' \\\n');
};

const variables: Record<string, string> = { id: '$KEY_ID' };

const step = (
  operation: string,
  request: Request = {},
  rest: Omit<Step, 'operation' | 'line'> = {},
): Step => ({
  operation,
  line: curl(operation, request),
  ...rest,
});

const withKey = { secret: keyVariable };
const ofTransfer = (line: string) => line.replace('$KEY_ID', '$REQUEST_ID');

export const story: readonly Step[] = [
  step('GET /api/portal', { secret: null }),
  step('GET /api/users/profile'),
  step('PUT /api/users/profile', { body: { companyName: 'Northwind' } }),
  step('GET /api/key-scopes'),
  step(
    'POST /api/api-keys',
    { body: { name: 'checkout-web', environment: 'SANDBOX' } },
    { keeps: { KEY_ID: 'id', [keyVariable]: 'key' } },
  ),
  step('GET /api/api-keys', { query: '?environment=SANDBOX&sort=name' }),
  step('GET /api/api-keys/{id}'),
  step('GET /api/api-keys/usage', { query: '?environment=SANDBOX&window=24h' }),
  step('GET /api/api-keys/{id}/usage', { query: '?window=24h' }),
  step('POST /api/api-keys/{id}/network-dry-run', { body: { allowedNetworks: ['203.0.113.0/24'] } }),
  step('PUT /api/api-keys/{id}', { body: { name: 'checkout-server', scopes: ['payments:read'] } }),
  // Before the first use: what a key was used for is counted a moment later.
  step(
    'POST /api/api-keys/{id}/rotate',
    { body: { graceSeconds: 3600 } },
    { keeps: { [keyVariable]: 'key' } },
  ),
  step('POST /api/api-keys/{id}/end-grace'),
  step(`GET ${routeOf(getBalance)}`, withKey),
  step(`GET ${routeOf(checkKey)}`, { ...withKey, query: '?scope=payments:read' }),
  step(
    'GET /api/api-keys/{id}/refusals',
    {},
    {
      before: { line: curl(`GET ${routeOf(checkKey)}`, { ...withKey, query: '?scope=payments:write' }) },
      until: { field: 'reason', value: 'scope_missing' },
    },
  ),
  step('POST /api/api-keys/{id}/rate-limit-request', {
    body: { requestedLimit: 50, reason: 'The checkout of our shop opens on Monday to all customers.' },
  }),
  step('GET /api/api-keys/{id}/rate-limit-requests'),
  step('GET /api/rate-limit-requests'),
  step('POST /api/faucet/requests', { body: {} }, { keeps: { REQUEST_ID: 'id' } }),
  {
    operation: 'GET /api/faucet/requests/{id}',
    line: ofTransfer(curl('GET /api/faucet/requests/{id}', {})),
    until: { field: 'status', value: 'COMPLETED' },
  },
  step('GET /api/faucet/status'),
  step('GET /api/activities', { query: '?category=api_key&limit=2' }),
  step(
    'DELETE /api/api-keys',
    { body: { ids: ['$OTHER_KEY_ID'] } },
    {
      before: {
        line: curl('POST /api/api-keys', { body: { name: 'till', environment: 'SANDBOX' } }),
        keeps: { OTHER_KEY_ID: 'id' },
      },
    },
  ),
  step('DELETE /api/api-keys/{id}'),
];
