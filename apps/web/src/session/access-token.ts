// The token that a call carries. A token that is about to end is refreshed first.
import { ApiError } from '@ballast/contract/client';
import { errors, errorTexts } from '@ballast/contract/errors';
import { timings } from '../lib/timings.ts';
import { replaceKeeper, sessionKeeper } from './keeper.ts';
import { keptSession, secondsLeft } from './kept-session.ts';
import { stored } from './storage.ts';
import { clearSession } from './store.ts';

const refreshMarginSeconds = 90;

const unreachable = () => new ApiError(0, { code: 'unreachable', message: errorTexts.unreachable });
const unauthorized = () => new ApiError(401, { code: 'unauthorized', message: errors.unauthorized.message });

const afterPatience = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(unreachable()), timings.refreshPatienceMs);
  });

const isOutage = (error: { name: string } | null) => error?.name === 'AuthRetryableFetchError';

const refreshedSession = async () => {
  const keeper = await sessionKeeper().catch(() => {
    throw unreachable();
  });
  const refreshed = await keeper.getSession();
  if (!isOutage(refreshed.error)) return refreshed;
  // The library repeats a failure for a minute without asking; by now the server may be back.
  const successor = await replaceKeeper(keeper);
  return successor.getSession();
};

export const isCurrentToken = (token: string) =>
  token === (keptSession()?.access_token ?? stored.authToken.read());

export const accessToken = async (): Promise<string> => {
  const token = stored.authToken.read();
  if (!token) throw unauthorized();

  // The kept session is written first when another tab refreshes, so its token is the newer one.
  const kept = keptSession();
  if (!kept) return token;
  if (secondsLeft(kept) > refreshMarginSeconds) return kept.access_token;

  const { data, error } = await Promise.race([refreshedSession(), afterPatience()]);
  if (data.session) return data.session.access_token;
  // A call with a dead token would be answered 401 and sign the user out, so during an outage it is not sent.
  if (isOutage(error)) throw unreachable();
  clearSession();
  throw unauthorized();
};
