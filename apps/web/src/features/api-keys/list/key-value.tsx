import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { KeyMask } from '../key-mask.tsx';
import { useReadValue } from '../use-read-value.ts';

const dotsOnPhones = 14;

export function KeyValue({ apiKey }: { apiKey: ApiKey }) {
  const { name, key: value, masked } = apiKey;
  const readValue = useReadValue(apiKey);
  // The shown value is remembered, not that the key is shown: a rotated key has another value and is hidden again.
  const [shownValue, setShownValue] = useState<string | null>(null);
  const shown = shownValue === value && !masked;
  const toggle = async () => setShownValue(shown ? null : await readValue());
  return (
    <div
      className={cx(
        'flex min-h-12 items-center rounded-2 border bg-inset py-1.5 pr-1.5 pl-3 transition-colors md:min-h-10 md:py-0.5 md:pl-3.5',
        shown ? 'border-line-strong' : 'border-line',
      )}
    >
      <p className="min-w-0 flex-1 font-mono text-mono break-all text-text">
        {shown ? (
          value
        ) : (
          <>
            <KeyMask value={value} className="max-md:hidden" />
            <KeyMask value={value} dots={dotsOnPhones} className="md:hidden" />
          </>
        )}
      </p>
      <IconButton
        aria-label={`${shown ? 'Hide' : 'Show'} ${name} key`}
        aria-pressed={shown}
        tooltip={shown ? 'Hide key' : 'Show key'}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={toggle}
      />
      <CopyButton key={value.slice(-4)} value={masked ? readValue : value} subject={`${name} key`} />
    </div>
  );
}
