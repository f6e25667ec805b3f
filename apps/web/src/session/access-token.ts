// The token that a call carries. A token that is about to end is refreshed first.
import { ApiError } from '@ballast/contract/client';
import { errorMessages } from '@ballast/contract/errors';
import { timings } from '../lib/timings.ts';
import { sessionKeeper } from './keeper.ts';
import { keptSession, secondsLeft } from './kept-session.ts';
import { stored } from './storage.ts';
import { clearSession } from './store.ts';

const refreshMarginSeconds = 90;

const unreachable = () => new ApiError(0, { code: 'unreachable', message: errorMessages.unreachable });
const unauthorized = () => new ApiError(401, { code: 'unauthorized', message: errorMessages.unauthorized });

const afterPatience = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(unreachable()), timings.refreshPatienceMs);
  });

const refreshedSession = async () => {
  const keeper = await sessionKeeper().catch(() => {
    throw unreachable();
  });
  return keeper.getSession();
};

export const accessToken = async (): Promise<string> => {
  const token = stored.authToken.read();
  if (!token) throw unauthorized();

  const kept = keptSession();
  if (!kept || secondsLeft(kept) > refreshMarginSeconds) return token;

  const { data, error } = await Promise.race([refreshedSession(), afterPatience()]);
  if (data.session) return data.session.access_token;
  // A call with a dead token would be answered 401 and sign the user out, so during an outage it is not sent.
  if (error?.name === 'AuthRetryableFetchError') throw unreachable();
  clearSession();
  throw unauthorized();
};
