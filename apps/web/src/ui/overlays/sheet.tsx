import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { scrimClass } from './modal.tsx';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
};

export function Sheet({ open, onClose, title, children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup className={popupClass}>
          <div className="flex h-14 flex-none items-center justify-between px-4">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close aria-label="Close menu" className={closeClass}>
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
  'fixed inset-y-0 left-0 z-40 flex w-[min(340px,calc(100vw-3rem))] flex-col border-r border-line-strong bg-raised text-text shadow-modal outline-none ' +
  'transition-[opacity,translate] duration-220 ease-quiet motion-safe:data-ending-style:-translate-x-full motion-safe:data-starting-style:-translate-x-full ' +
  'motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0';
