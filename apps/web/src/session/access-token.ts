// Returns the access token for a call. A token that is about to expire is refreshed first.
import { timings } from '../lib/timings.ts';
import { replaceAuthClient } from './auth-client.ts';
import { stored } from './browser-storage.ts';
import { openAuthClient, unauthorized, unreachable } from './call-auth-client.ts';
import { endSession } from './session-state.ts';
import { secondsLeft, storedSession } from './stored-session.ts';

const refreshMarginSeconds = 90;

const rejectAfterTimeout = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(unreachable()), timings.refreshTimeoutMs);
  });

const isOutage = (error: { name: string } | null) => error?.name === 'AuthRetryableFetchError';

const refreshedSession = async () => {
  const client = await openAuthClient();
  const refreshed = await client.getSession();
  if (!isOutage(refreshed.error)) return refreshed;
  // The library repeats a failure for a minute without a request; the server may be back by now.
  const successor = await replaceAuthClient(client);
  return successor.getSession();
};

export const isCurrentToken = (token: string) =>
  token === (storedSession()?.access_token ?? stored.authToken.read());

export const accessToken = async (): Promise<string> => {
  const token = stored.authToken.read();
  if (!token) throw unauthorized();

  // Another tab that refreshes writes the session first, so its token is the newer one.
  const current = storedSession();
  if (!current) return token;
  if (secondsLeft(current) > refreshMarginSeconds) return current.access_token;

  const { data, error } = await Promise.race([refreshedSession(), rejectAfterTimeout()]);
  if (data.session) return data.session.access_token;
  // A call with a dead token would be answered 401 and sign the user out, so during an outage it is not sent.
  if (isOutage(error)) throw unreachable();
  endSession();
  throw unauthorized();
};
