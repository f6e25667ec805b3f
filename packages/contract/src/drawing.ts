// The marks of the brand: a coin whose lower half is solid, and the half sections of a hull, stern to the left, bow to the right.

// In a box of 24.
export const mark = { rim: 'M3.15 10.1A9.05 9.05 0 0 1 20.85 10.1', water: 'M2 12.3H22A10 10 0 0 1 2 12.3Z' };

const width = 1440;
const height = 360;
const centre = width / 2;
const sections = 9;

type End = { lean: number; sag: number };

const stern: End = { lean: 0.12, sag: 0.76 };
const bow: End = { lean: 0.28, sag: 0.66 };

// The innermost section runs almost straight down to the keel; the third and those outside it are round,
// and ever fuller towards the side.
function section(start: number, index: number, { lean, sag }: End) {
  const depth = height * (0.637 + 0.0553 * index);
  const span = centre - start;
  const round = Math.min(1, index / 3);
  const full = index / (sections - 1);
  const points = [
    [start + span * lean * (1 - round), depth * (0.3 + 0.25 * round + 0.12 * full)],
    [start + span * (0.62 - 0.17 * round - 0.15 * full), depth * (sag + (1 - sag) * round)],
    [centre, depth],
  ];
  return `M${start} 0C${points.map((point) => point.map((value) => value.toFixed(1)).join(' ')).join(' ')}`;
}

const indexes = Array.from({ length: sections }, (_, index) => index);

export const hull = {
  width,
  height,
  lines: [
    `M${centre} 0V${height}`,
    ...indexes.map((index) => section(centre - 90 - 70 * index, index, stern)),
    ...indexes.map((index) => section(centre + 90 + 68 * index, index, bow)),
  ].join(''),
  waterlines: [1, 2, 3, 4, 5, 6].map((step) => `M0 ${step * 58}H${width}`).join(''),
};

// The logo of an installation that has its own. Inside an image no style of the page counts, so each theme has a file.
export const logoPaths = { light: '/brand-logo-light.svg', dark: '/brand-logo-dark.svg' } as const;
