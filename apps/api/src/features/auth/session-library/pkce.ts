// The session library's PKCE flow by mail: the link leads to a page of the portal with a code, and only the client that
// asked for the link knows the verifier that turns the code into a session.
import { storedChallenge } from '../../../identity/proofs/code-challenge.ts';
import type { Config } from '../../../runtime/settings/config.ts';
import type { CodeExchange } from '../one-time-tokens.ts';

type Challenge = { code_challenge?: string | null | undefined };

// A foreign redirect is not an error for the library: the portal's own page takes its place.
const ownPage = (config: Config, redirectTo: string | undefined, page: string) => {
  const own = `${config.publicUrl}${page}`;
  if (!redirectTo || !URL.canParse(redirectTo)) return own;
  const url = new URL(redirectTo);
  // Whoever asks for the mail need not be who reads it: a fragment could carry a session of theirs.
  url.hash = '';
  const isOwn = url.origin === new URL(own).origin && url.pathname === page && !url.username && !url.password;
  return isOwn ? url.href : own;
};

export const readCodeExchange = (
  config: Config,
  { code_challenge }: Challenge,
  redirectTo: string | undefined,
  page: string,
): CodeExchange | undefined => {
  if (!code_challenge) return undefined;
  return { codeChallenge: storedChallenge(code_challenge), linkTo: ownPage(config, redirectTo, page) };
};
