import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createContext, type MouseEvent, type ReactNode, use, useEffect, useRef } from 'react';
import { resolveValue, type Toast, type ToastType, toast, useToaster } from 'react-hot-toast/headless';
import { cx } from '../cx.ts';
import { Spinner } from './loading.tsx';

const toastLimit = 20;
const successMilliseconds = 2000;
const defaultMilliseconds = 4000;
const errorMilliseconds = 5000;
const exitMilliseconds = 120;

// Every call answers with an id, which `dismiss` takes. Giving the id of a shown toast replaces that toast.
export const showToast = {
  success: (text: string, options?: { id: string }) => toast.success(text, options),
  error: (text: string, options?: { id: string }) => toast.error(text, options),
  loading: (text: string, options?: { id: string }) => toast.loading(text, options),
  info: (text: string, options?: { id: string }) => toast(text, options),
  // It can be answered for as long as it is shown, once.
  offer: (text: string, offer: Offer, options: { id: string; duration: number }) =>
    toast.success(<OfferMessage text={text} {...offer} />, options),
  dismiss: (id: string) => toast.dismiss(id),
};

type Offer = { label: string; onAccept: () => void };

const Dismiss = createContext(() => {});

// A shortcut finds the button by its attribute.
function OfferMessage({ text, label, onAccept }: Offer & { text: string }) {
  const dismiss = use(Dismiss);
  const accept = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The toast fades away, and what was accepted may give the focus on at once.
    currentTarget.blur();
    dismiss();
    onAccept();
  };
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      <button
        type="button"
        data-offer=""
        className="-my-1 flex-none rounded-1 px-1.5 py-1.5 font-medium text-accent underline-offset-[3px] hover:underline"
        onClick={accept}
      >
        {label}
      </button>
    </span>
  );
}

// The error toast of one form. Its next attempt takes it away, so that it does not contradict a success.
export const failureToast = (id: string) => ({
  show: (text: string) => showToast.error(text, { id }),
  // At once: a toast that fades out would take the next one of the same form with it.
  clear: () => toast.remove(id),
});

export const toasterOptions = {
  duration: defaultMilliseconds,
  removeDelay: exitMilliseconds,
  success: { duration: successMilliseconds },
  error: { duration: errorMilliseconds },
  loading: { duration: Number.POSITIVE_INFINITY },
};

export function Toasts() {
  const { toasts, handlers } = useToaster(toasterOptions);
  const { hold, release } = usePause(handlers, toasts.length === 0);
  return (
    // Being a live region also keeps it in the accessibility tree while a dialog hides the rest of the page.
    <section
      aria-label="Notifications"
      aria-live="polite"
      onMouseEnter={() => hold('pointer')}
      onMouseLeave={() => release('pointer')}
      onFocus={() => hold('focus')}
      onBlur={() => release('focus')}
      className={cx(
        'pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col-reverse gap-2 md:right-5 md:bottom-5 md:left-auto md:items-end',
        aboveSheetClass,
      )}
    >
      {toasts.slice(0, toastLimit).map((item) => (
        <ToastBar
          key={item.id}
          item={item}
          onDismiss={() => {
            // The button that has the focus goes away without a blur, and so would never end the pause.
            release('pointer', 'focus');
            toast.dismiss(item.id);
          }}
        />
      ))}
    </section>
  );
}

// On a phone a dialog rises from the bottom, and a toast must not cover its buttons.
const aboveSheetClass =
  'max-md:in-[body:has([role=dialog][data-open],[role=alertdialog][data-open])]:top-4 max-md:in-[body:has([role=dialog][data-open],[role=alertdialog][data-open])]:bottom-auto';

function ToastBar({ item, onDismiss }: { item: Toast; onDismiss: () => void }) {
  return (
    <div
      role={item.type === 'error' ? 'alert' : 'status'}
      className={cx(
        'pointer-events-auto flex min-h-11 items-center gap-2.5 rounded-3 border border-line-strong bg-raised py-2 pr-2 pl-3.5 shadow-float md:w-max md:max-w-90 md:min-w-60',
        'transition-opacity motion-safe:animate-rise motion-reduce:animate-appear',
        !item.visible && 'opacity-0',
      )}
    >
      {icons[item.type]}
      <div className="flex-1 py-1 text-small font-medium text-pretty text-text">
        <Dismiss value={onDismiss}>{resolveValue(item.message, item)}</Dismiss>
      </div>
      {item.type === 'loading' ? <span className="w-1.5" /> : <DismissButton onClick={onDismiss} />}
    </div>
  );
}

function DismissButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Dismiss"
      onClick={onClick}
      className="flex size-7 flex-none items-center justify-center rounded-1 text-text-2 transition-colors hover:bg-hover hover:text-text"
    >
      <X />
    </button>
  );
}

const icons: Record<ToastType, ReactNode> = {
  success: <CircleCheck className="text-accent" />,
  error: <CircleAlert className="text-danger" />,
  loading: <Spinner className="text-text-2" />,
  blank: <Info className="text-text-2" />,
  custom: null,
};

type PauseReason = 'pointer' | 'focus';

// Pointer and focus may both hold the toasts; the clock runs again when neither does.
function usePause(handlers: { startPause: () => void; endPause: () => void }, empty: boolean) {
  const reasons = useRef(new Set<PauseReason>());
  const { endPause } = handlers;

  useEffect(() => {
    if (!empty) return;
    reasons.current.clear();
    endPause();
  }, [empty, endPause]);

  return {
    hold: (reason: PauseReason) => {
      if (reasons.current.size === 0) handlers.startPause();
      reasons.current.add(reason);
    },
    release: (...gone: PauseReason[]) => {
      for (const reason of gone) reasons.current.delete(reason);
      if (reasons.current.size === 0) endPause();
    },
  };
}
