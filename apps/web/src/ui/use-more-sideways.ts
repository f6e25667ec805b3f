import { type RefObject, useEffect, useState } from 'react';

// It tells at which ends a row that scrolls sideways goes on: at neither, at its start, its end, or both.
export const useMoreSideways = (row: RefObject<HTMLElement | null>) => {
  const [more, setMore] = useState<'none' | 'start' | 'end' | 'both'>('none');

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const before = scrollLeft > 1;
      const after = scrollLeft + clientWidth < scrollWidth - 1;
      if (before && after) setMore('both');
      else if (before) setMore('start');
      else setMore(after ? 'end' : 'none');
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row]);

  return more;
};
