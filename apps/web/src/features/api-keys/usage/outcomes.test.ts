import { readFileSync } from 'node:fs';
import type { UsageBucket } from '@ballast/contract/keys/key-usage';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { outcomes } from './outcomes.ts';
import { UsageChart } from './usage-chart.tsx';

const tokens = readFileSync(new URL('../../../styles/tokens.css', import.meta.url), 'utf8');

type Theme = 'dark' | 'light';

const colourOf = (theme: Theme, name: string) => {
  const [, light = '', dark = ''] =
    new RegExp(`${name}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\);`).exec(tokens) ?? [];
  const hex = { light, dark }[theme];
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
};

// WCAG's relative luminance and contrast.
const luminance = (channels: number[]) => {
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (theme: Theme, one: string, other: string) => {
  const [a = 0, b = 0] = [one, other].map((name) => luminance(colourOf(theme, name))).sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
};

describe.each<Theme>(['dark', 'light'])('in the %s theme', (theme) => {
  const names = outcomes.map(({ kind }) => `--chart-${kind}`);

  test('each outcome is seen on its card', () => {
    for (const name of names) expect(contrast(theme, name, '--surface'), name).toBeGreaterThanOrEqual(3);
  });

  test('outcomes differ in lightness, so that nobody needs to see their colours', () => {
    const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
    for (const [one, other] of pairs)
      expect(contrast(theme, one, other), `${one} and ${other}`).toBeGreaterThanOrEqual(1.35);
  });
});

test('the hour that is still running has the colour that the legend gives its outcome', () => {
  const bucket = (hour: number): UsageBucket => ({
    start: `2026-11-15T0${hour}:00:00.000Z`,
    allowed: 3,
    limited: 2,
    refused: 1,
  });
  const total = { allowed: 6, limited: 4, refused: 2 };
  const chart = renderToStaticMarkup(
    createElement(UsageChart, { total, buckets: [bucket(1), bucket(2)], window: '24h', className: '' }),
  );
  const fills = [...chart.matchAll(/fill="([^"]+)"/g)].map(([, fill]) => fill);
  const legend = outcomes.map(({ colour }) => colour);
  expect(fills).toEqual([...legend, ...legend]);
});
