import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type SubmitEventHandler,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../actions/button.tsx';
import { cx } from '../cx.ts';
import { useBackCloses } from './back-closes.ts';
import { lastFocused, returnFocus } from './focus.ts';

type ModalAction = Omit<ComponentProps<typeof Button>, 'children'> & {
  label: string;
  cancelLabel?: string;
  cancelDisabled?: boolean;
};

type ModalProps = {
  open: boolean;
  onClose: () => void;
  // Cancel and the cross give up what was typed. Escape and a press beside the dialog may be mistakes.
  onDiscard?: () => void;
  title: string;
  badge?: ReactNode;
  description?: ReactNode;
  // Cancel, and the button that does what the dialog is for.
  action?: ModalAction;
  // Other buttons than these two.
  actions?: ReactNode;
  children?: ReactNode;
  // An alert dialog asks before something is lost: it focuses Cancel, and a click beside it does not close it.
  alert?: boolean;
  production?: boolean;
  narrow?: boolean;
  // Nothing closes the dialog while a call is under way.
  held?: boolean;
  // The content is shown only once: with `alert`, nothing but the dialog's own buttons closes it.
  shownOnce?: boolean;
  // The focus returns to this element, where the button that opened the dialog may have been replaced meanwhile.
  openerId?: string;
  // With it the body and the actions are one form, so that Enter in a field submits.
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
};

const noOpeners: ReturnType<typeof lastFocused> = [];

export function Modal(props: ModalProps) {
  const {
    open,
    onClose,
    onDiscard,
    alert,
    production,
    narrow,
    held,
    shownOnce,
    openerId,
    onSubmit,
    ...content
  } = props;
  const Root = alert ? AlertDialog.Root : Dialog.Root;
  const popup = useRef<HTMLDivElement>(null);
  const isOnTop = useStack(open);
  useBackCloses(open, () => !held && !shownOnce && onClose(), isOnTop);
  const openers = useRef(noOpeners);
  useLayoutEffect(() => {
    if (open) openers.current = lastFocused();
  }, [open]);
  const focusFirst = () => {
    const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector);
    return (
      find(firstSelector) ?? find(alert ? cancelSelector : fieldSelector) ?? find(submitSelector) ?? true
    );
  };
  const bodyClass = cx('flex min-h-0 flex-col', production && 'border-t-3 border-prod-edge');
  return (
    <Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next || held || !isOnTop()) return;
        if (shownOnce && reason === 'escape-key') return;
        if (reason === 'close-press') onDiscard?.();
        onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={cx(scrimClass, coveredClass)} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-4">
          <Dialog.Popup
            ref={popup}
            initialFocus={focusFirst}
            finalFocus={() =>
              returnFocus([openerId ? document.getElementById(openerId) : null, ...openers.current])
            }
            className={cx(popupClass, coveredClass, narrow ? 'md:max-w-dialog' : 'md:max-w-modal')}
          >
            {onSubmit ? (
              <form noValidate onSubmit={onSubmit} className={bodyClass}>
                <ModalContent {...content} held={held} shownOnce={shownOnce} />
              </form>
            ) : (
              <div className={bodyClass}>
                <ModalContent {...content} held={held} shownOnce={shownOnce} />
              </div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Root>
  );
}

// A dialog can open on top of another one that did not open it. Esc and a click then close only the one on top.
const stack: symbol[] = [];

function useStack(open: boolean) {
  const [self] = useState(() => Symbol('dialog'));
  useEffect(() => {
    if (!open) return;
    stack.push(self);
    return () => void stack.splice(stack.indexOf(self), 1);
  }, [open, self]);
  return () => stack.at(-1) === self;
}

type ContentProps = Pick<
  ModalProps,
  'title' | 'badge' | 'description' | 'action' | 'actions' | 'children'
> & {
  held: boolean | undefined;
  shownOnce: boolean | undefined;
};

function ModalContent(props: ContentProps) {
  const { title, badge, description, action, actions, children, held, shownOnce } = props;
  return (
    <>
      <div className="flex min-h-0 flex-col gap-5 overflow-y-auto px-4 pt-5 pb-5 md:px-6 md:pb-6">
        <div className="flex flex-col gap-1">
          <div className="flex items-start justify-between gap-3">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              <Dialog.Title className="text-section">{title}</Dialog.Title>
              {badge}
            </div>
            {!shownOnce && (
              <Dialog.Close aria-label="Close" disabled={held} className={closeClass}>
                <X />
              </Dialog.Close>
            )}
          </div>
          {description && (
            <Dialog.Description className="text-body text-pretty text-text-2">
              {description}
            </Dialog.Description>
          )}
        </div>
        {children}
      </div>
      <div className={footerClass}>{action ? <ModalActions {...action} /> : actions}</div>
    </>
  );
}

// Closes its dialog. It is a ghost on wide screens and an outlined button in the bottom sheet.
export function ModalCancel({ children = 'Cancel', ...native }: ComponentProps<'button'>) {
  return (
    <Dialog.Close
      {...native}
      data-modal-cancel=""
      render={<Button variant="ghost" className={cancelClass} />}
    >
      {children}
    </Dialog.Close>
  );
}

// Without a handler the button submits the dialog's form.
function ModalActions({ label, cancelLabel, cancelDisabled, ...button }: ModalAction) {
  return (
    <>
      <ModalCancel disabled={cancelDisabled}>{cancelLabel}</ModalCancel>
      <Button type={button.onClick ? 'button' : 'submit'} variant="primary" {...button}>
        {label}
      </Button>
    </>
  );
}

// An alert dialog puts the focus here, which must show even after a click of the mouse.
const cancelClass =
  'focus:outline-2 focus:outline-offset-2 focus:outline-focus max-md:border-line-strong max-md:text-text';

// Content that is shown once must not be closed by the next Enter, so another button has the focus.
const firstSelector = '[data-modal-first]';
const cancelSelector = '[data-modal-cancel]';
const fieldSelector = 'input:not([readonly], [type=hidden]), textarea';
const submitSelector = 'button[type=submit]';

// A dialog below another one is hidden: two at once are hard to read.
const coveredClass =
  'in-[[data-base-ui-portal]:has(~[data-base-ui-portal]_[role=dialog][data-open])]:opacity-0';

export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-(--t-2) data-ending-style:opacity-0 data-ending-style:duration-(--t-1) data-starting-style:opacity-0';

const closeClass =
  '-mt-1.5 -mr-2 flex size-9 flex-none items-center justify-center rounded-1 text-text-2 transition-colors hover:bg-hover hover:text-text disabled:pointer-events-none disabled:text-text-3 md:-mt-0.5 md:-mr-1.5 md:size-7';

const footerClass =
  'flex flex-none flex-col-reverse gap-3 border-t border-line bg-modal-foot px-4 pt-3.5 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:gap-2 md:px-6 md:py-3.5';

const popupClass =
  'flex max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden rounded-t-4 border border-line-strong bg-raised text-text shadow-modal outline-none max-md:border-x-0 max-md:border-b-0 md:rounded-4 ' +
  'transition-[opacity,translate,scale] duration-(--t-2) ease-quiet data-ending-style:opacity-0 data-ending-style:duration-(--t-1) data-starting-style:opacity-0 max-md:duration-220 ' +
  'motion-safe:max-md:data-ending-style:translate-y-8 motion-safe:max-md:data-starting-style:translate-y-8 md:motion-safe:data-starting-style:scale-98';
