// A passkey signs in anew. The new session takes the place of the old one only if it is the same person's, so it begins in a
// client of its own.
import { openMemoryClient } from '../auth-client.ts';
import { stored } from '../browser-storage.ts';
import { answerOf } from '../call-auth-client.ts';
import { saveSession } from '../save-session.ts';
import { sessionState } from '../session-state.ts';
import { storedSession } from '../stored-session.ts';

const anotherAccount = 'This passkey belongs to another account.';

export const provePasskey = async () => {
  const client = await openMemoryClient('passkey');
  const { session } = answerOf(await client.signInWithPasskey());
  if (!session || session.user.id !== sessionState().user?.id) {
    await client.signOut({ scope: 'local' }).catch(() => {});
    throw new Error(anotherAccount);
  }

  const before = storedSession()?.access_token;
  saveSession(session);
  stored.authToken.write(session.access_token);
  // The old session would end by itself some day; nobody needs to wait for it.
  if (before) client.admin.signOut(before, 'local').catch(() => {});
};
