import { isCalendarDay } from '@ballast/contract/calendar-day';

// A terminal shows moments in the reader's own time zone.
const two = (value: number) => String(value).padStart(2, '0');

// '2026-11-15 09:41' sorts, aligns, and needs no locale.
export const localTime = (moment: string) => {
  const date = new Date(moment);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

// A request is told from the next one by its second.
export const localSecond = (moment: string) => `${localTime(moment)}:${two(new Date(moment).getSeconds())}`;

// Rounded up: after 'in 23 h 59 min' the moment has come.
export const timeUntil = (moment: string, now = Date.now()) => {
  const minutes = Math.ceil((new Date(moment).getTime() - now) / 60_000);
  if (minutes <= 0) return 'now';
  const hours = Math.floor(minutes / 60);
  return hours ? `in ${hours} h ${minutes % 60} min` : `in ${minutes} min`;
};

const spans: Record<string, number> = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

// '12h' back from now, or the beginning of a day where its reader lives.
export const parseSince = (text: string, now = Date.now()) => {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const span = spans[unit];
  if (count && span) return new Date(now - Number(count) * span);
  if (!isCalendarDay(text.slice(0, 10))) return null;
  const moment = new Date(text.length === 10 ? `${text}T00:00:00` : text);
  return Number.isNaN(moment.getTime()) ? null : moment;
};
