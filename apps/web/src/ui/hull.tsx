// The lines drawing under the signed-out pages: half sections of a hull, stern to the left, bow to the right.
const width = 1440;
const height = 360;
const centre = width / 2;
const sections = 9;

const keelDepth = (index: number) => height * (0.637 + 0.0553 * index);

// Outer sections are full and box-like, the innermost almost a straight line down to the keel.
function section(start: number, index: number, innermostFullness: number) {
  const depth = keelDepth(index);
  const fullness = innermostFullness + ((1 - innermostFullness) * index) / (sections - 1);
  const firstY = depth * (0.32 + 0.42 * fullness);
  const secondX = start + (centre - start) * (0.62 - 0.42 * fullness);
  const secondY = depth * (0.72 + 0.28 * fullness);
  return `M${start} 0C${start} ${firstY} ${secondX} ${secondY} ${centre} ${depth}`;
}

const indexes = Array.from({ length: sections }, (_, index) => index);
const stern = indexes.map((index) => section(centre - 90 - 70 * index, index, 0.45));
const bow = indexes.map((index) => section(centre + 90 + 68 * index, index, 0));
const lines = [`M0 0H${width}`, `M${centre} 0V${height}`, ...stern, ...bow].join('');
const waterlines = [1, 2, 3, 4, 5, 6].map((step) => `M0 ${step * 58}H${width}`).join('');

export function Hull() {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className="block h-[150px] w-full flex-none stroke-hull md:h-[clamp(180px,33vh,340px)] [@media(max-height:699px)]:hidden"
    >
      <path d={lines} vectorEffect="non-scaling-stroke" />
      <path d={waterlines} vectorEffect="non-scaling-stroke" strokeDasharray="2 5" />
    </svg>
  );
}
