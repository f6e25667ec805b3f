// A period: from its start, and up to before its end. Either may be left out.
export type Span = { from?: string | undefined; to?: string | undefined };

export const isForwards = ({ from, to }: Span) => !from || !to || Date.parse(from) < Date.parse(to);

export const forwards = { path: ['to'], error: 'to must be later than from' };

export const spanMs = ({ from, to }: Span) => (from && to ? Date.parse(to) - Date.parse(from) : 0);
