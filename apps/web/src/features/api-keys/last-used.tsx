import { formatDate } from '../../lib/dates.ts';
import { Ago } from '../../ui/text/ago.tsx';

// The date can be read by touch as well; how long ago that was stands beside it.
export function LastUsed({ moment }: { moment: string | null }) {
  if (!moment || Number.isNaN(Date.parse(moment))) return formatDate(moment);
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{formatDate(moment)}</span>
      <span className="text-text-3">
        <Ago moment={moment} />
      </span>
    </span>
  );
}
