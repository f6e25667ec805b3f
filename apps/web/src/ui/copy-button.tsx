import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy.ts';
import { cx } from './cx.ts';

const copiedMilliseconds = 2000;

type CopyButtonProps = {
  // What has to be fetched first may turn out not to be had; whoever fetches it says why.
  value: string | (() => Promise<string | null>);
  // Names what is copied for those who cannot see what stands beside the button: "checkout-web key".
  subject: string;
};

// The slot is as wide as the longer of its two labels, so nothing moves. Under 861 px only the icon is drawn.
export function CopyButton({ value, subject }: CopyButtonProps) {
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
      aria-label={`${copied ? 'Copied' : 'Copy'} ${subject}`}
      onClick={(event) => copy(event.currentTarget)}
      className={cx(
        'flex size-9 flex-none items-center justify-center gap-2 rounded-1 text-small font-medium transition-colors hover:bg-hover md:h-7 md:w-21 md:justify-end md:px-2 md:[&_.lucide]:size-3.5 md:[&_.lucide]:stroke-[1.9]',
        copied ? 'text-accent' : 'text-text-2 hover:text-text',
      )}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="max-md:hidden">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
