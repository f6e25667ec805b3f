import type { ReactNode } from 'react';

// A name or an address that somebody typed, within a sentence.
export function Name({ children }: { children: ReactNode }) {
  return <strong className="font-medium wrap-anywhere text-text">{children}</strong>;
}
