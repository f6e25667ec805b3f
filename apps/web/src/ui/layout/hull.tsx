import { drawing } from '../../lib/drawing.ts';

const { hull } = drawing;

// The drawing below the signed-out pages.
export function Hull() {
  return (
    <svg
      viewBox={`0 0 ${hull.width} ${hull.height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className="block h-[150px] w-full flex-none border-t border-line stroke-hull md:h-[clamp(180px,33vh,340px)] forced-colors:hidden [@media(max-height:699px)]:hidden"
    >
      <path d={hull.lines} vectorEffect="non-scaling-stroke" />
      <path d={hull.waterlines} vectorEffect="non-scaling-stroke" strokeDasharray="2 5" />
    </svg>
  );
}
