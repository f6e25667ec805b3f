import { revokeOtherSessions, revokeSession } from '@ballast/contract/auth/session-list';
import { call } from '../../../session/api.ts';
import { useRevoke } from '../use-revoke.ts';

export const sessionsKey = ['sessions'];

export const useEndSession = (id: string) =>
  useRevoke({
    revoke: () => call(revokeSession, { params: { id } }),
    listKey: sessionsKey,
    failed: 'Failed to sign out the session',
  });

export const useEndOtherSessions = () =>
  useRevoke({
    revoke: () => call(revokeOtherSessions),
    listKey: sessionsKey,
    failed: 'Failed to sign out the other sessions',
  });
