// Bars that are selected by dragging over them, or by the arrow keys with Shift. One bar leads to its requests.
import type { UsageBucket } from '@ballast/contract/keys/key-usage';
import { type KeyboardEvent, useRef, useState } from 'react';
import { endOfBucket, spanInWords } from '../usage/usage-words.ts';

// The first and the last selected bar, in the order in which they were selected.
export type Bars = { from: number; to: number };

export const inOrder = ({ from, to }: Bars) => [Math.min(from, to), Math.max(from, to)] as const;

type BarActions = {
  buckets: UsageBucket[];
  bucketSeconds: number;
  onOpen: (bucket: UsageBucket) => void;
  onZoom: (buckets: UsageBucket[]) => void;
  onResetZoom: () => void;
};

export const useBarSelection = ({ buckets, bucketSeconds, onOpen, onZoom, onResetZoom }: BarActions) => {
  const [selected, setSelected] = useState<Bars | null>(null);
  // The bar that the pointer or the arrow keys are at.
  const active = useRef(-1);
  const barsOf = (selection: Bars) => {
    const [first, last] = inOrder(selection);
    return buckets.slice(first, last + 1);
  };
  const clear = () => setSelected(null);
  const finish = (selection: Bars) => {
    clear();
    const [first, ...others] = barsOf(selection);
    if (first && others.length) onZoom([first, ...others]);
    else if (first) onOpen(first);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = active.current;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && at >= 0) {
      const to = Math.max(0, Math.min(buckets.length - 1, at + step));
      setSelected(event.shiftKey ? { from: selected?.from ?? at, to } : null);
    } else if (event.key === 'Enter' && at >= 0) {
      // The chart would hide the words about its bar.
      event.stopPropagation();
      finish(selected ?? { from: at, to: at });
    } else if (event.key === 'Escape') {
      if (selected) clear();
      else onResetZoom();
    }
  };
  const bars = selected ? barsOf(selected) : [];
  const [first, last] = [bars[0], bars.at(-1)];
  const status =
    first && last && first !== last
      ? `${spanInWords(first.start, endOfBucket(last, bucketSeconds), bucketSeconds)} selected. Press Enter to zoom in.`
      : '';
  return { selected, active, select: setSelected, clear, finish, onKeyDown, status };
};
