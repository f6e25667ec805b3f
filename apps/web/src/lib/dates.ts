// Dates and times in words, in the reader's own time zone. Not by Intl, whose first formatter takes 30 ms on a small computer.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

// Months and years have their average length, because "2 months ago" need not be exact.
const units: [string, number][] = [
  ['year', 365.25 * day],
  ['month', 30.44 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

type Moment = string | null | undefined;

const inWords = (value: Moment, words: (moment: Date) => string) => {
  if (!value) return 'N/A';
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? 'Invalid Date' : words(moment);
};

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

export const formatDate = (value: Moment) =>
  inWords(value, (moment) => `${months[moment.getMonth()]} ${moment.getDate()}, ${moment.getFullYear()}`);

// 'Nov 15, 2026', as UTC counts days: in the reader's own time zone the same moment may be on another day.
export const formatUtcDate = (value: Moment) =>
  inWords(
    value,
    (moment) => `${months[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`,
  );

// '9:41 AM'.
export const formatTime = (value: Moment) =>
  inWords(value, (moment) => {
    const hours = moment.getHours();
    const minutes = String(moment.getMinutes()).padStart(2, '0');
    return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
  });

// '9:41:07 AM'.
export const formatSecond = (value: Moment) =>
  inWords(value, (moment) => {
    const seconds = String(moment.getSeconds()).padStart(2, '0');
    return formatTime(value).replace(' ', `:${seconds} `);
  });

// '4:12:03–4:12:31 PM'.
export const formatSeconds = (from: string, to: string) => {
  const [first, last] = [formatSecond(from), formatSecond(to)];
  if (first === last) return first;
  return `${first.slice(-2) === last.slice(-2) ? first.slice(0, -3) : first}–${last}`;
};

// 'Nov 15, 2026, 9:41 AM'.
export const formatDateTime = (value: Moment) =>
  inWords(value, () => `${formatDate(value)}, ${formatTime(value)}`);

// '2 minutes ago'. If this device's clock is slow, a moment in the future is shown as now.
export const relativeTime = (value: Moment, now = Date.now()) =>
  inWords(value, (moment) => {
    const seconds = (now - moment.getTime()) / 1000;
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? [];
    return unit && length ? `${count(Math.floor(seconds / length), unit)} ago` : 'Just now';
  });

// 'in 23 hours' or 'in 3 days'. Rounded up, so that nobody comes too early.
export const timeUntil = (value: Moment, now = Date.now()) =>
  inWords(value, (moment) => {
    const minutes = Math.max(1, Math.ceil((moment.getTime() - now) / 60_000));
    if (minutes < 60) return `in ${count(minutes, 'minute')}`;
    const hours = Math.ceil(minutes / 60);
    return `in ${hours < 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day')}`;
  });

// It writes '2026-11-15', a day in the reader's own time zone.
export const localDay = (moment: Date) =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
