// Without schemas, because the first page needs these before any schema.
export const firstWords = {
  sessionEnded: 'Your session has ended. Sign in again.',
  partMissing: 'A part of this page is missing. Reload the page to get it.',
  unreachable: 'The portal cannot be reached. Check your connection and try again.',
} as const;
