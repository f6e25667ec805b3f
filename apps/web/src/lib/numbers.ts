// It writes '1,284' for a whole number, without Intl for the reason in dates.ts.
export const formatNumber = (value: number) => String(value).replace(/\B(?=(\d{3}){1,7}$)/g, ',');
