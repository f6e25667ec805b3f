import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';

export const sessionMessages = { ended: 'Session ended', othersEnded: 'All other sessions ended' } as const;

// An account with more sessions can end all others at once.
export const longestSessionList = 100;

const message = z.object({ message: z.string() });

export const listSessions = endpoint('GET', '/auth/sessions', {
  leadsToStop: true,
  auth: 'verified',
  summary: `List the browsers that are signed in, most recent first, ${longestSessionList} at most`,
  reply: z.array(
    z.object({
      id: z.uuid(),
      browser: z.string(),
      system: z.string(),
      address: z.string(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      current: z.boolean(),
    }),
  ),
});

export type BrowserSession = z.infer<typeof listSessions.reply>[number];

export const revokeSession = endpoint('DELETE', '/auth/sessions/:id', {
  stops: true,
  auth: 'verified',
  summary: 'Sign out one browser',
  params: z.object({ id: z.uuid('This session does not exist') }),
  reply: message,
});

export const revokeOtherSessions = endpoint('DELETE', '/auth/sessions', {
  stops: true,
  auth: 'verified',
  summary: 'Sign out every other browser',
  reply: message,
});

export const sessionListCalls = [listSessions, revokeSession, revokeOtherSessions];
