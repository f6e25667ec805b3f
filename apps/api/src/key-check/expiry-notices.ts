// Before a key expires, its owner is told: some days ahead, and when it happens.
import { secondsBefore } from '../runtime/times.ts';

const noticeDays = [14, 3, 0] as const;
type NoticeDays = (typeof noticeDays)[number];

const daySeconds = 24 * 3600;

// The last notice whose time has come, or null.
const dueNotice = (expiresAt: Date, now: Date): NoticeDays | null =>
  noticeDays.findLast((days) => secondsBefore(expiresAt, days * daySeconds) <= now) ?? null;

// Whoever has just chosen an expiry knows of it: what would have been told before that is not told any more.
export const passedNotice = (expiresAt: Date | null, now: Date) => expiresAt && dueNotice(expiresAt, now);
