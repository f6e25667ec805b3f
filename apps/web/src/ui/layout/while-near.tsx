import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';

// Some windows' heights, so that the Tab key and screen readers find the content too.
const near = '3000px';

// `room` is the height of content that was never drawn.
type WhileNearProps = {
  as?: 'div' | 'tbody';
  role?: string;
  isNearAtFirst: boolean;
  room: string;
  className: string;
  children: ReactNode;
};

// Virtualizes a part of a long list: far from the window, an empty box of its height replaces it.
export function WhileNear({
  as: Tag = 'div',
  role,
  isNearAtFirst,
  room,
  className,
  children,
}: WhileNearProps) {
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(isNearAtFirst);
  const [height, setHeight] = useState<number>();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        // The focus must not get lost by scrolling away.
        if (!entry || (!entry.isIntersecting && element.contains(document.activeElement))) return;
        if (!entry.isIntersecting && element.firstChild) setHeight(entry.boundingClientRect.height);
        // Cards by the hundred are made in small steps, between which the page scrolls on.
        startTransition(() => setNear(entry.isIntersecting));
      },
      { rootMargin: near },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <Tag
      ref={(element: HTMLElement | null) => {
        place.current = element;
      }}
      role={role}
      className={className}
      style={isNear ? undefined : { height: height ?? room }}
    >
      {isNear && children}
    </Tag>
  );
}
