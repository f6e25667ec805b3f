// This tells a database that cannot be reached from a query that is wrong.
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
]);
const awayMessages = /connection terminated|timeout exceeded when trying to connect/i;

export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code && (awayCodes.has(code) || code.startsWith('08'))) return true;
  return awayMessages.test(error.message) || isDatabaseAway(error.cause);
};
