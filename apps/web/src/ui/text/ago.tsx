import { formatDateTime, relativeTime } from '../../lib/dates.ts';
import { useMinute } from '../../lib/use-minute.ts';

// Shows "2 minutes ago" and updates it every minute. The full date is in its title. Inside of a sentence the words
// begin in lower case.
export function Ago({ moment, inSentence = false }: { moment: string; inSentence?: boolean }) {
  useMinute();
  const words = relativeTime(moment);
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {inSentence ? words.toLowerCase() : words}
    </time>
  );
}
