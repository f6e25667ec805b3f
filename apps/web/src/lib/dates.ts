// Points in time as people say them: how long ago, and when exactly.
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
const absolute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

// The server's clock may be ahead of this device's: nothing is ever told to happen in the future.
export const timeAgo = (time: string, now = Date.now()) => {
  const seconds = (now - Date.parse(time)) / 1000;
  const step = steps.find(([, length]) => seconds >= length);
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : 'just now';
};

export const exactTime = (time: string) => absolute.format(new Date(time));
