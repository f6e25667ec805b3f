// A passkey signs in anew. The new session takes the place of the old one only if it is the same person's, so it begins in a
// client of its own.
import { keepSession } from '../keep-session.ts';
import { keptSession } from '../kept-session.ts';
import { answerOf } from '../library-call.ts';
import { openMemoryClient } from '../memory-client.ts';
import { stored } from '../storage.ts';
import { sessionState } from '../store.ts';

const anotherAccount = 'This passkey belongs to another account.';

export const provePasskey = async () => {
  const client = await openMemoryClient('passkey');
  const { session } = answerOf(await client.signInWithPasskey());
  if (!session || session.user.id !== sessionState().user?.id) {
    await client.signOut({ scope: 'local' }).catch(() => {});
    throw new Error(anotherAccount);
  }

  const before = keptSession()?.access_token;
  keepSession(session);
  stored.authToken.write(session.access_token);
  // The old session would end by itself some day; nobody needs to wait for it.
  if (before) client.admin.signOut(before, 'local').catch(() => {});
};
