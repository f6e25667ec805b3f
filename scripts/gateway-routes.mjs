// npm run gateway-routes: writes deploy/gateway-routes.json, which says what scope each route of the API needs, into the
// configurations of the gateways. With --check it only says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fileOf = (name) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url));
const { routes, open } = JSON.parse(readFileSync(fileOf('gateway-routes.json'), 'utf8'));

// No key can have this scope: KEY_SCOPES takes small letters alone. Only a key that is not restricted to scopes passes.
const unlisted = 'UNLISTED';

// The expressions below are read by nginx (PCRE) and Envoy (RE2) alike, both without regard to case.
const pathPattern = /^\/[a-z0-9_/-]*$/;
const scopePattern = /^[a-z0-9._:-]+$/;
for (const path of [...open, ...routes.map((route) => route.path)])
  if (!pathPattern.test(path)) throw new Error(`gateway-routes.json: ${path} must match ${pathPattern}`);
for (const scope of routes.flatMap(({ read, write }) => [read, write]))
  if (scope !== undefined && !scopePattern.test(scope))
    throw new Error(`gateway-routes.json: ${scope} must match ${scopePattern}`);

// A route has everything that begins with its path, unless the word goes on: /payments.json and /payments/7, but not /paymentsx.
const below = (path) => `${path}([^a-z0-9_-].*)?`;
const readMethods = '(GET|HEAD)';

// An API may read some spellings of a path in another way than its gateway. These are empty and dot segments, semicolons,
// backslashes, bytes that are no UTF-8, and encoded slashes, dots, percent signs and controls. A path without them is plain.
const escapes =
  '%(2[0-46-9a-d]|3[0-9ac-f]|5[0-9abd-f]|7[0-9a-e]|[4689abd][0-9a-f]|c[2-9a-f]|e[1-9a-f]|f[1-4])';
const notDot = `[a-z0-9_~!$&'()*+,=:@-]|${escapes}`;
const segment = `[.]*(${notDot})(${notDot}|[.])*|[.][.][.]+`;
const plainPath = `(/|(/(${segment}))+/?)`;

const nginxRoutes = () => {
  const scopeOf = (method, path, scope) => `  "~*^plain:${method}:${path}$" ${scope};`;
  const lines = routes.flatMap(({ path, read, write }) => [
    ...(read ? [scopeOf(readMethods, below(path), read)] : []),
    // The first line that fits counts, so these are all other methods: one that nobody has heard of may change something, too.
    ...(write ? [scopeOf('[^:]+', below(path), write)] : []),
  ]);
  return [
    '# The path as the caller wrote it, and whether everybody reads it alike.',
    'map $request_uri $asked_path {',
    '  "~^(?<path_alone>[^?]*)" $path_alone;',
    '}',
    'map $asked_path $spelling {',
    '  default odd;',
    `  "~*^${plainPath}$" plain;`,
    '}',
    '',
    '# The scope that a request needs, by its method and path.',
    'map "$spelling:$request_method:$uri" $scope_by_route {',
    `  default ${unlisted};`,
    ...open.map((path) => scopeOf(readMethods, path, '""')),
    ...lines,
    '}',
  ];
};

const envoyMutation = (mutation) => [
  '  typed_per_filter_config:',
  '    envoy.filters.http.header_mutation:',
  '      "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutationPerRoute',
  '      mutations:',
  '        request_mutations:',
  ...mutation,
];
const setScope = (scope) =>
  envoyMutation([
    '          - append:',
    `              header: { key: x-required-scope, value: "${scope}" }`,
    '              append_action: OVERWRITE_IF_EXISTS_OR_ADD',
  ]);
const needNoScope = envoyMutation(['          - remove: x-required-scope']);
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

const onlyRead = `    headers: [{ name: ":method", string_match: { safe_regex: { regex: ${readMethods} } } }]`;

const envoyRoute = (path, methods, config) => [
  '- match:',
  `    safe_regex: { regex: ${quoted(`(?i)${path}`)} }`,
  ...methods,
  '  route: { cluster: payment_api }',
  ...config,
];

const envoyRoutes = () =>
  [
    '# A path that is not plain needs the scope that no key has.',
    '- match:',
    '    prefix: /',
    `    headers: [{ name: ":path", string_match: { safe_regex: { regex: ${quoted(`(?i)${plainPath}([?].*)?`)} } }, invert_match: true }]`,
    '  route: { cluster: payment_api }',
    ...open.flatMap((path) => envoyRoute(path, [onlyRead], needNoScope)),
    ...routes.flatMap(({ path, read, write }) => [
      ...(read ? envoyRoute(below(path), [onlyRead], setScope(read)) : []),
      ...(write ? envoyRoute(below(path), [], setScope(write)) : []),
    ]),
    '# So does what is not listed.',
    '- match: { prefix: / }',
    '  route: { cluster: payment_api }',
  ].map((line) => `${' '.repeat(24)}${line}`);

const begin = '# Begin of gateway-routes.json, written by npm run gateway-routes';
const end = '# End of gateway-routes.json';

const withRoutes = (text, lines) => {
  const [before, rest, more] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined || more !== undefined)
    throw new Error(`a gateway's file must have "${begin}" and "${end}" once`);
  const indent = before.slice(before.lastIndexOf('\n') + 1);
  return `${before}${begin}\n${lines.join('\n')}\n${indent}${end}${after}`;
};

const replaced = (text, from, to) => {
  if (text.split(from).length !== 2) throw new Error(`deploy/nginx.conf must have "${from}" once`);
  return text.replace(from, () => to);
};

// In a cluster the names of services are always there, and an ingress controller is in front of the gateway.
const forKubernetes = (nginx) =>
  [
    [
      /^# A gateway in front[\s\S]*?\n\n/.exec(nginx)?.[0] ?? '',
      '# deploy/nginx.conf for a cluster, written by npm run gateway-routes.\n\n',
    ],
    // All processes have one address, so there is nothing to leave out.
    ['  server api:3001 max_fails=2 fail_timeout=10s resolve;\n', ''],
    ['server api:3001 max_fails=0 backup resolve;', 'server ballast.ballast.svc:3001 max_fails=0;'],
    ['server payment-api:8080 resolve;', 'server payment-api:8080;'],
    [
      '  listen 8000;\n',
      `  listen 8000;
  # The network of the ingress controller, which replaces X-Forwarded-For by the caller's address. The last entry counts.
  set_real_ip_from 10.0.0.0/8;
  real_ip_header X-Forwarded-For;
`,
    ],
  ].reduce((text, [from, to]) => replaced(text, from, to), nginx);

const nginx = withRoutes(readFileSync(fileOf('nginx.conf'), 'utf8'), nginxRoutes());
const files = {
  'nginx.conf': nginx,
  'envoy.yaml': withRoutes(readFileSync(fileOf('envoy.yaml'), 'utf8'), envoyRoutes()),
  'kubernetes/gateway/gateway.conf': forKubernetes(nginx),
};

const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(files)) {
  if (!isCheck) writeFileSync(fileOf(name), text);
  else if (readFileSync(fileOf(name), 'utf8') !== text) {
    console.error(`deploy/${name} is not what deploy/gateway-routes.json says: npm run gateway-routes`);
    process.exitCode = 1;
  }
}
