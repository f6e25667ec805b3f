// Without schemas, because the first page needs these before any schema.
export const firstWords = {
  sessionEnded: 'Your session has ended. Sign in again.',
  partMissing: 'Part of this page didn’t load. Reload to try again.',
  unreachable: 'Can’t reach the portal. Check your connection and try again.',
} as const;
