import { type ReactNode, useEffect, useRef } from 'react';

// Scrolls into view when it appears, because the button that caused it may be a screen further down.
export function Revealed({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    // The margin keeps it clear of the header, which covers the top of the page.
    <div ref={place} className="scroll-mt-18">
      {children}
    </div>
  );
}
