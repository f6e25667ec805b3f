import { formatDateTime, relativeTime } from '../lib/dates.ts';
import { useMinute } from '../lib/use-minute.ts';

// "2 minutes ago", kept true while it is shown, with the full date in its title.
export function Ago({ moment, inSentence = false }: { moment: string; inSentence?: boolean }) {
  useMinute();
  const words = relativeTime(moment);
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {inSentence ? words.toLowerCase() : words}
    </time>
  );
}
