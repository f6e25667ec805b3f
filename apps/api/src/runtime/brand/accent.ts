// The accent of an installation. Each theme uses the nearest shade of it that can be read on everything that the theme puts below
// it, and lighter or darker relatives for fills and edges.
import { clampChroma, converter, formatHex, type Oklch, parse, wcagContrast } from 'culori';

export type Shades = { accent: string; soft: string; line: string; dash: string };
export type Accent = { light: Shades; dark: Shades; warnings: string[] };

const textContrast = 4.5;
const edgeContrast = 3;

type Theme = {
  // The least favourable grounds of apps/web/src/styles/tokens.css, hovered and selected rows included.
  grounds: string[];
  step: 1 | -1;
  soft: [lightness: number, chroma: number];
  line: [lightness: number, chroma: number];
};

const themes: Record<'light' | 'dark', Theme> = {
  light: {
    grounds: ['#ffffff', '#f8fafa', '#f2f5f5', '#eef2f2', '#e4e9e9'],
    step: -1,
    soft: [0.955, 0.025],
    line: [0.84, 0.06],
  },
  dark: {
    grounds: ['#080a0b', '#0a0c0d', '#151a1c', '#14181a', '#262c2e'],
    step: 1,
    soft: [0.23, 0.035],
    line: [0.38, 0.06],
  },
};

const toOklch = converter('oklch');

export const readColor = (text: string): Oklch | undefined => {
  const color = toOklch(parse(text));
  return color && { mode: 'oklch', l: color.l, c: color.c, ...(color.h === undefined ? {} : { h: color.h }) };
};

const hexOf = (color: Oklch) => formatHex(clampChroma(color, 'oklch'));

const leastContrast = (hex: string, grounds: string[]) =>
  Math.min(...grounds.map((ground) => wcagContrast(hex, ground)));

const lightnessSteps = 500;

// White reaches every contrast on dark grounds and black on light ones, so the search ends.
const nearestShade = (color: Oklch, grounds: string[], step: 1 | -1, contrast: number) => {
  const isEnough = (shade: Oklch) => leastContrast(hexOf(shade), grounds) >= contrast;
  let shade = color;
  while (!isEnough(shade) && shade.l > 0 && shade.l < 1)
    shade = { ...shade, l: Math.min(1, Math.max(0, shade.l + step / lightnessSteps)) };
  return shade;
};

const relative = (color: Oklch, [l, c]: [number, number]) => hexOf({ ...color, l, c: Math.min(color.c, c) });

const shadesOf = (color: Oklch, theme: Theme): Shades => {
  const soft = relative(color, theme.soft);
  const { step } = theme;
  // A white accent on a light theme starts from a shade that has a direction to go.
  const start = { ...color, l: Math.min(0.999, Math.max(0.001, color.l)) };
  return {
    accent: hexOf(nearestShade(start, [...theme.grounds, soft], step, textContrast)),
    soft,
    line: relative(color, theme.line),
    dash: hexOf(nearestShade({ ...color, l: 0.6 }, theme.grounds, step, edgeContrast)),
  };
};

export const readAccent = (text: string): Accent | undefined => {
  const color = readColor(text);
  if (!color) return undefined;
  const given = hexOf(color);
  const names = ['light', 'dark'] as const;
  const [light, dark] = names.map((name) => shadesOf(color, themes[name])) as [Shades, Shades];
  const shades = { light, dark };
  const warnings = names
    .filter((name) => shades[name].accent !== given)
    .map((name) => {
      const contrast = leastContrast(given, [...themes[name].grounds, shades[name].soft]).toFixed(1);
      return `BRAND_ACCENT ${text} has a contrast of ${contrast} in the ${name} theme, which uses its nearest readable shade ${shades[name].accent} instead`;
    });
  return { ...shades, warnings };
};

const both = (name: keyof Shades, { light, dark }: Accent) => `light-dark(${light[name]}, ${dark[name]})`;

// It replaces these tokens of the web app.
export const accentStyles = (accent: Accent | null) =>
  accent
    ? `body {
  --accent: ${both('accent', accent)};
  --accent-soft: ${both('soft', accent)};
  --accent-line: ${both('line', accent)};
  --accent-dash: ${both('dash', accent)};
  --focus: var(--accent);
  --focus-halo: color-mix(in srgb, var(--accent) 20%, transparent);
}
`
    : '';
