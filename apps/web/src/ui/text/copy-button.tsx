import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { showToast } from '../feedback/toast.tsx';

const copiedMilliseconds = 2000;

type CopyButtonProps = {
  // A value that must be fetched first may be null; the function that fetches it says why.
  value: string | (() => Promise<string | null>);
  // Names what is copied for screen readers: "checkout-web key".
  subject: string;
  // Draws the icon alone also where there is room for words.
  compact?: boolean;
};

// The slot is as wide as the longer of its two labels, so nothing moves. Under 861 px only the icon is drawn.
export function CopyButton({ value, subject, compact = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(button: HTMLElement) {
    const text = typeof value === 'string' ? value : await value();
    if (text === null || !(await copyText(text, button))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), copiedMilliseconds);
  }

  return (
    <button
      type="button"
      data-copy=""
      aria-label={`${copied ? 'Copied' : 'Copy'} ${subject}`}
      onClick={(event) => copy(event.currentTarget)}
      className={cx(
        'flex size-9 flex-none items-center justify-center gap-2 rounded-1 text-small font-medium transition-colors hover:bg-hover md:h-7 md:[&_.lucide]:size-3.5 md:[&_.lucide]:stroke-[1.9]',
        compact ? 'md:w-7' : 'md:w-21 md:justify-end md:px-2',
        copied ? 'text-accent' : 'text-text-2 hover:text-text',
      )}
    >
      {copied ? <Check /> : <Copy />}
      {!compact && <span className="max-md:hidden">{copied ? 'Copied' : 'Copy'}</span>}
    </button>
  );
}

// Copies a text and says how it went. The toast is a live region and so announces the result.

export const copyText = async (value: string, button: HTMLElement) => {
  const done = await writeToClipboard(value, button);
  if (done) showToast.success('Copied to clipboard');
  else showToast.error('Couldn’t copy. Select the text and copy it.');
  return done;
};

const writeToClipboard = async (value: string, button: HTMLElement) => {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyBySelection(value, button);
  }
};

// Pages served without TLS have no clipboard API. The field is put beside the button, because a dialog takes the focus back from
// anything outside itself.
const copyBySelection = (value: string, button: HTMLElement) => {
  const field = document.createElement('textarea');
  field.value = value;
  field.readOnly = true;
  field.className = 'sr-only';
  button.after(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  button.focus();
  return done;
};
