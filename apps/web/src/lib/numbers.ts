import { onFirstUse } from './on-first-use.ts';

const number = onFirstUse(() => new Intl.NumberFormat('en-US'));

// It writes '1,284'.
export const formatNumber = (value: number) => number().format(value);
