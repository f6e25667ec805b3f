// Calls of the session library beyond keeping the session. It answers with data or with an error; its errors become the
// portal's own here, so that screens treat all calls alike.
import { ApiError } from '@ballast/contract/http/client';
import { errors, errorTexts } from '@ballast/contract/http/errors';
import { type AuthClient, authClient, refreshAssurance } from './auth-client.ts';
import { clearSession } from './session-state.ts';

export const unreachable = () => new ApiError(0, { code: 'unreachable', message: errorTexts.unreachable });
export const unauthorized = () =>
  new ApiError(401, { code: 'unauthorized', message: errors.unauthorized.message });

type LibraryError = { name: string; message: string; status?: number | undefined; code?: string | undefined };
type Answer = { data: unknown; error: LibraryError | null };
type DataOf<A extends Answer> = A extends { error: null } ? A['data'] : never;

const registeredAlready = 'This device is already registered. Use another one.';
const ceremonyFailed = 'Your browser didn’t finish. Try again.';

// The browser or its owner ended a ceremony, so no call was made or refused.
export class CeremonyFailure extends ApiError {
  constructor({ code }: LibraryError) {
    const known = code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    super(400, { code: 'ceremony_failed', message: known ? registeredAlready : ceremonyFailed });
  }
}

const toFailure = (error: LibraryError) => {
  if ('__isWebAuthnError' in error) return new CeremonyFailure(error);
  if (error.name === 'AuthRetryableFetchError') return unreachable();
  if (error.name === 'AuthSessionMissingError') return unauthorized();
  return new ApiError(error.status ?? 500, { code: error.code ?? 'internal', message: error.message });
};

export const answerOf = <A extends Answer>({ data, error }: A) => {
  if (error) throw toFailure(error);
  return data as DataOf<A>;
};

export const openAuthClient = () =>
  authClient().catch(() => {
    throw unreachable();
  });

// The calls of this browser's own session. A session that has ended meanwhile leads back to the sign-in.
export const callAuthClient = async <A extends Answer>(run: (client: AuthClient) => Promise<A>) => {
  const client = await openAuthClient();
  try {
    return answerOf(await run(client));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) clearSession();
    refreshAssurance(error);
    throw error;
  }
};
