// What the pointer does to the bars of a chart: it lies over them, and shows which of them are selected.
import { requestsOf, type UsageBucket } from '@ballast/contract/keys/key-usage';
import { type PointerEvent, type RefObject, useEffect } from 'react';
import { useActiveTooltipLabel, usePlotArea, ZIndexLayer } from 'recharts';
import { type Bars, inOrder } from './use-bar-selection.ts';

type BarSelectionProps = {
  buckets: UsageBucket[];
  selected: Bars | null;
  active: RefObject<number>;
  select: (bars: Bars) => void;
  clear: () => void;
  finish: (bars: Bars) => void;
};

// Above the bars and their line, below the words about a bar.
const layer = 1500;

export function BarSelection({ buckets, selected, active, select, clear, finish }: BarSelectionProps) {
  const area = usePlotArea();
  const label = useActiveTooltipLabel();
  const at = buckets.findIndex(({ start }) => start === label);
  useEffect(() => {
    active.current = at;
  }, [at, active]);
  if (!area) return null;
  const barWidth = area.width / buckets.length;
  const barUnder = ({ clientX, currentTarget }: PointerEvent<SVGRectElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const bar = Math.floor(((clientX - left) / width) * buckets.length);
    return Math.max(0, Math.min(buckets.length - 1, bar));
  };
  const [first, last] = selected ? inOrder(selected) : [0, -1];
  const hovered = buckets[at];
  return (
    <ZIndexLayer zIndex={layer}>
      {selected && first !== last && (
        <rect
          data-selected
          x={area.x + first * barWidth}
          y={area.y}
          width={(last - first + 1) * barWidth}
          height={area.height}
          fill="var(--active)"
          stroke="var(--accent-dash)"
        />
      )}
      <rect
        {...{ x: area.x, y: area.y, width: area.width, height: area.height }}
        fill="transparent"
        className={hovered && requestsOf(hovered) > 0 ? 'cursor-pointer' : 'cursor-crosshair'}
        // A finger that moves up or down scrolls the page.
        style={{ touchAction: 'pan-y' }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const bar = barUnder(event);
          select({ from: bar, to: bar });
        }}
        onPointerMove={(event) => {
          if (selected && event.currentTarget.hasPointerCapture(event.pointerId))
            select({ from: selected.from, to: barUnder(event) });
        }}
        onPointerUp={(event) => {
          if (!selected) return;
          const bars = { from: selected.from, to: barUnder(event) };
          // A finger covers several bars. Its first tap shows which one it is at, the second one opens it.
          const isFirstTap = event.pointerType === 'touch' && bars.from === bars.to && bars.to !== at;
          if (!isFirstTap) return finish(bars);
          clear();
          // The chart follows a mouse, and not every tap is told as one.
          const { clientX, clientY, currentTarget } = event;
          currentTarget.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX, clientY }));
        }}
        onPointerCancel={clear}
      />
    </ZIndexLayer>
  );
}
