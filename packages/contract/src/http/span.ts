// A time from which something is wanted, and one before which. Either may be left open.
export type Span = { from?: string | undefined; to?: string | undefined };

export const isForwards = ({ from, to }: Span) => !from || !to || Date.parse(from) < Date.parse(to);

export const forwards = { path: ['to'], error: 'to must be later than from' };

export const spanMs = ({ from, to }: Span) => (from && to ? Date.parse(to) - Date.parse(from) : 0);
