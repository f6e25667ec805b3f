// Dates and times are written in words, in the reader's own time zone.
import { onFirstUse } from './on-first-use.ts';

const date = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }));
const time = onFirstUse(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }));
const utcDate = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }));
const relative = onFirstUse(() => new Intl.RelativeTimeFormat('en-US'));

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

// Months and years have their average length, because "2 months ago" need not be exact.
const units: [Intl.RelativeTimeFormatUnit, number][] = [
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

// It writes 'Nov 15, 2026'.
export const formatDate = (value: Moment) => inWords(value, (moment) => date().format(moment));

// 'Nov 15, 2026', as UTC counts days: in the reader's own time zone the same moment may be on another day.
export const formatUtcDate = (value: Moment) => inWords(value, (moment) => utcDate().format(moment));

// '9:41 AM'. The formatter puts a narrow no-break space before AM, which a search in the page does not find.
export const formatTime = (value: Moment) =>
  inWords(value, (moment) => time().format(moment).replaceAll('\u202f', ' '));

// It writes 'Nov 15, 2026, 9:41 AM'.
export const formatDateTime = (value: Moment) =>
  inWords(value, () => `${formatDate(value)}, ${formatTime(value)}`);

// '2 minutes ago'. If this device's clock is slow, a moment in the future is shown as now.
export const relativeTime = (value: Moment, now = Date.now()) =>
  inWords(value, (moment) => {
    const seconds = (now - moment.getTime()) / 1000;
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? [];
    return unit && length ? relative().format(-Math.floor(seconds / length), unit) : 'Just now';
  });

// 'in 23 hours' or 'in 3 days'. Rounded up, so that nobody comes too early.
export const timeUntil = (value: Moment, now = Date.now()) =>
  inWords(value, (moment) => {
    const minutes = Math.max(1, Math.ceil((moment.getTime() - now) / 60_000));
    if (minutes < 60) return relative().format(minutes, 'minute');
    const hours = Math.ceil(minutes / 60);
    return hours < 48 ? relative().format(hours, 'hour') : relative().format(Math.ceil(hours / 24), 'day');
  });
