// A token that somebody made elsewhere, such as one for a build server, is stored as the sign-in of this device.
import { getPortal } from '@ballast/contract/portal';
import { getProfile } from '@ballast/contract/profile';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { portalCall } from '../network/portal-call.ts';
import { readCredentials, storeCredentials } from './credentials.ts';
import type { Account } from './credentials-file.ts';
import { revokeFormer } from './former-token.ts';

const longestInput = 10_000;

// Whatever else is piped in is not read to its end.
const readInput = async () => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > longestInput) break;
  }
  return text.trim();
};

export const readGivenToken = async ({ terminal }: Context) => {
  if (terminal.interactive) terminal.err.print('Paste the token, press Enter, then Ctrl-D:');
  const token = await readInput();
  if (/^[\w.-]{1,512}$/.test(token)) return token;
  const problem = token ? 'What stdin holds is no token.' : 'There is no token on stdin.';
  throw new CliFailure('usage', `${problem} Pipe it in: ballast login --with-token < token.txt`);
};

// A token without the scope read is good, too.
const emailOf = (context: Context, portal: string, token: string) =>
  portalCall(
    context,
    portal,
    token,
  )(getProfile).then(
    ({ email }) => email,
    (failure: CliFailure) => {
      if (failure.details?.reason === 'scope_missing') return null;
      throw failure;
    },
  );

export const signInWith = async (context: Context, { portal, profile }: Account, token: string) => {
  const { env } = context;
  const { brandName } = await portalCall(context, portal)(getPortal);
  const email = await emailOf(context, portal, token);
  const former = await readCredentials(env, { portal, profile });
  const place = await storeCredentials(env, { portal, profile, email, token, isGiven: true });
  if (former?.token !== token) await revokeFormer(context, former);
  return { brandName, email, place };
};
