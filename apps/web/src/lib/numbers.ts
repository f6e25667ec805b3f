// '1,284', without Intl for the reason in dates.ts.
export const formatNumber = (value: number) => String(value).replace(/\B(?=(\d{3}){1,7}$)/g, ',');

// It writes '12 keys', '1 key' or '200+ keys'.
export const formatCount = (count: number, one: string, many: string, hasMore = false) =>
  `${formatNumber(count)}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? one : many}`;
