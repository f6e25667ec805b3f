import { maskKey } from '@ballast/contract/keys/api-keys';

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
