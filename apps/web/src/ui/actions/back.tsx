import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

export const backClass =
  '-ml-1 inline-flex h-8 items-center gap-2 rounded-1 px-1 text-small font-medium text-text-2 transition-colors hover:text-text';

export function BackButton(native: ComponentProps<'button'>) {
  return (
    <button type="button" {...native} className={backClass}>
      <ArrowLeft />
      Back
    </button>
  );
}
