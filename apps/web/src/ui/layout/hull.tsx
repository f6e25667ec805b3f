// The drawing below the signed-out pages: half sections of a hull, stern to the left, bow to the right.
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
const lines = [
  `M${centre} 0V${height}`,
  ...indexes.map((index) => section(centre - 90 - 70 * index, index, stern)),
  ...indexes.map((index) => section(centre + 90 + 68 * index, index, bow)),
].join('');
const waterlines = [1, 2, 3, 4, 5, 6].map((step) => `M0 ${step * 58}H${width}`).join('');

export function Hull() {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className="block h-[150px] w-full flex-none border-t border-line stroke-hull md:h-[clamp(180px,33vh,340px)] forced-colors:hidden [@media(max-height:699px)]:hidden"
    >
      <path d={lines} vectorEffect="non-scaling-stroke" />
      <path d={waterlines} vectorEffect="non-scaling-stroke" strokeDasharray="2 5" />
    </svg>
  );
}
