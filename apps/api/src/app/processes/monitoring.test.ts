// What watches the portal, in deploy: the alerts and the dashboard ask for what /metrics has, and each alert says what to do.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readMetrics } from '../../../testing/read-metrics.ts';
import { useTestApp } from '../../../testing/test-app.ts';

type Alert = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};
type Panel = { title: string; targets?: { expr: string }[] };

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rulesFile = 'deploy/prometheus/alerts.yaml';
const alerts: Alert[] = parse(read(rulesFile)).groups.flatMap(({ rules }: { rules: Alert[] }) => rules);
const dashboard: { panels: Panel[]; annotations: { list: { expr: string }[] } } = JSON.parse(
  read('deploy/grafana/dashboards/ballast.json'),
);
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
];

const app = useTestApp({ env: { METRICS_TOKEN: 'a-token-of-the-scraper' } });

// The series that an expression asks for. A mistake in its grammar is a node of its own in the tree.
const seriesOf = (expr: string) => {
  const series: { name: string; labels: string[] }[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, node, from, to }) => {
      if (type.isError) throw new Error(`${expr} is wrong at ${from}`);
      if (type.name !== 'VectorSelector') return;
      const name = /^\w+/.exec(expr.slice(from, to))?.[0] ?? '';
      const labels: string[] = [];
      node.cursor().iterate((inner) => {
        if (inner.type.name === 'LabelName') labels.push(expr.slice(inner.from, inner.to));
      });
      series.push({ name, labels });
    },
  });
  if (!series.length) throw new Error(`${expr} asks for nothing`);
  return series;
};

test('the alerts and the dashboard ask for metrics and labels that the portal has', async () => {
  const { url } = app();
  await (await fetch(`${url}/health`)).text();
  const { names, samples } = await readMetrics(url, 'a-token-of-the-scraper');
  const series = expressions.flatMap(seriesOf).filter(({ name }) => name !== 'up');
  const baseOf = (name: string) => (names.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));
  expect(series.filter(({ name }) => !names.has(baseOf(name)))).toEqual([]);
  for (const { name, labels } of series) {
    const series = samples.filter((sample) => sample.name === name);
    const known = ['job', 'instance', ...series.flatMap((sample) => Object.keys(sample.labels))];
    if (series.length) expect(known, name).toEqual(expect.arrayContaining(labels));
  }
  // And nothing of ours is watched by nobody.
  const watched = new Set(series.map(({ name }) => baseOf(name)));
  const ours = [...names].filter((name) => name.startsWith('ballast_'));
  expect(ours.filter((name) => !watched.has(name))).toEqual([]);
});

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const headingsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));

test('each alert says how grave it is, what it means, and where it is written what to do', () => {
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { alert, labels, annotations } of alerts) {
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).not.toBe('');
    const [file = '', heading = ''] = annotations.runbook_url.split('#');
    expect(headingsOf(file), alert).toContain(heading);
  }
});

const promtool = [process.env.PROMTOOL, '/usr/bin/promtool'].find((place) => place && existsSync(place));

test.skipIf(!promtool)('Prometheus itself takes the alerts and its settings, where it is installed', () => {
  const check = (...args: string[]) => execFileSync(promtool ?? '', ['check', ...args], { encoding: 'utf8' });
  expect(check('rules', join(root, rulesFile))).toContain(`SUCCESS: ${alerts.length} rules found`);
  expect(check('config', '--syntax-only', join(root, 'deploy/prometheus/prometheus.yaml'))).toContain(
    'SUCCESS',
  );
});
