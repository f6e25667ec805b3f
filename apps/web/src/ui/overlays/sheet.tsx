import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useBackCloses } from './back-closes.ts';
import { scrimClass } from './modal.tsx';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  // Buttons beside the title.
  beside?: ReactNode;
  children: ReactNode;
  // A menu comes from the left, and what belongs to a row of the page from the right.
  side?: 'left' | 'right';
  closeLabel?: string;
  onClosed?: () => void;
};

export function Sheet(props: SheetProps) {
  const {
    open,
    onClose,
    title,
    beside,
    children,
    side = 'left',
    closeLabel = 'Close menu',
    onClosed,
  } = props;
  // What lies at the right has an address of its own, which Back leaves.
  useBackCloses(open && side === 'left', onClose);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup className={cx(popupClass, sides[side])}>
          <div className="flex h-14 flex-none items-center justify-between px-4">
            <div className="flex min-w-0 items-center gap-3">
              <Dialog.Title>{title}</Dialog.Title>
              {beside}
            </div>
            <Dialog.Close aria-label={closeLabel} className={closeClass}>
              <X className="size-5 stroke-[1.5]" />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const closeClass =
  '-mr-2 flex size-11 flex-none items-center justify-center rounded-2 text-text-2 transition-colors hover:bg-hover hover:text-text';

const popupClass =
  'fixed inset-y-0 z-40 flex flex-col border-line-strong bg-raised text-text shadow-modal outline-none ' +
  'transition-[opacity,translate] duration-220 ease-quiet motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0';

const sides = {
  left: 'left-0 w-[min(340px,calc(100vw-3rem))] border-r motion-safe:data-ending-style:-translate-x-full motion-safe:data-starting-style:-translate-x-full',
  right:
    'right-0 w-[min(480px,100vw)] md:border-l motion-safe:data-ending-style:translate-x-full motion-safe:data-starting-style:translate-x-full',
};
