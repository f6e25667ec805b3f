// A day as people type it: 2026-11-16. JavaScript would take 2026-02-31 for a day in March.
export const isCalendarDay = (text: string) => {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return start !== null && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
};
