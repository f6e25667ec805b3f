import { type ApiKey, type Environment, getKey, keyMessages } from '@ballast/contract/keys/api-keys';
import { maskKey } from '@ballast/contract/keys/mask-key';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { cx } from '../../ui/cx.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { replaceKey, useChangeKeys } from './keys-query.ts';

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
        tooltipSide="bottom"
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={toggle}
      />
      <CopyButton key={value.slice(-4)} value={masked ? readValue : value} subject={`${name} key`} />
    </div>
  );
}

// The value that the list holds, or, where the list holds its mask, the value that the portal gives on demand. It is null
// where the portal refused or cannot read the value, and a toast says why.
export const useReadAnyValue = (environment: Environment) => {
  const changeKeys = useChangeKeys(environment);
  return async ({ id, masked, key }: ApiKey) => {
    if (!masked) return key;
    try {
      const shown = await call(getKey, { params: { id } });
      if (shown.masked) {
        showToast.error(keyMessages.unreadable);
        return null;
      }
      await changeKeys(replaceKey(shown));
      return shown.key;
    } catch (error) {
      showToast.error(failureMessage(error, 'Failed to read API key'));
      return null;
    }
  };
};

export const useReadValue = (apiKey: ApiKey) => {
  const readValue = useReadAnyValue(apiKey.environment);
  return () => readValue(apiKey);
};

// The dots are quieter than the characters, and are not read out one by one.
export function KeyMask({ value, dots, className }: { value: string; dots?: number; className?: string }) {
  const mask = maskKey(value, dots);
  const start = mask.slice(0, mask.indexOf('•'));
  const end = mask.slice(mask.lastIndexOf('•') + 1);
  return (
    <span className={className}>
      {start}
      <span aria-hidden="true" className="text-text-3">
        {mask.slice(start.length, -end.length)}
      </span>
      <span className="sr-only"> hidden, ends in </span>
      {end}
    </span>
  );
}
