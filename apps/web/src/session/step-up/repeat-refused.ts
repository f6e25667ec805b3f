// The session library's own calls are refused for want of a fresh proof like any other. The library cannot tell why it was
// refused, so the request is held below it until the proof is given, and then sent again.
import type { ErrorBody } from '@ballast/contract/http/errors';
import { storedSession } from '../stored-session.ts';
import { askForProof } from './ask-for-proof.ts';

const refusedFor = async (response: Response) => {
  if (response.status !== 403) return null;
  const body: Partial<ErrorBody> = await response
    .clone()
    .json()
    .catch(() => ({}));
  return body.code === 'reauthentication_required' ? (body.methods ?? []) : null;
};

const replaced = new Set<string>();

// The library ends some calls by saving the tokens that it began them with, which a proof has replaced meanwhile.
export const isReplaced = (accessToken: string) => replaced.has(accessToken);

const withCurrentToken = (init: RequestInit = {}): RequestInit => {
  const headers = new Headers(init.headers);
  const before = headers.get('authorization')?.replace('Bearer ', '');
  const token = storedSession()?.access_token;
  if (!token || token === before) return init;
  if (before) replaced.add(before);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
};

export const repeatingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const methods = await refusedFor(response);
  if (!methods) return response;
  const refused = { method: init?.method ?? 'GET', address: response.url };
  if (!(await askForProof(methods, refused))) return response;
  return fetch(input, withCurrentToken(init));
};
