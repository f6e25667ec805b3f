import { formatDateTime, relativeTime } from '../../lib/dates.ts';
import { useMinute } from '../../lib/use-minute.ts';

export function Ago({ moment, inSentence = false }: { moment: string; inSentence?: boolean }) {
  useMinute();
  const words = relativeTime(moment);
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {inSentence ? words.toLowerCase() : words}
    </time>
  );
}
