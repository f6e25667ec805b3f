// A terminal shows moments in the reader's own time zone.
const two = (value: number) => String(value).padStart(2, '0');

// '2026-11-15 09:41' sorts, aligns, and needs no locale.
export const localTime = (moment: string) => {
  const date = new Date(moment);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

// 'in 23 h 59 min' is rounded up, so that whoever waits that long is not too early.
export const timeUntil = (moment: string, now = Date.now()) => {
  const minutes = Math.ceil((new Date(moment).getTime() - now) / 60_000);
  if (minutes <= 0) return 'now';
  const hours = Math.floor(minutes / 60);
  return hours ? `in ${hours} h ${minutes % 60} min` : `in ${minutes} min`;
};
