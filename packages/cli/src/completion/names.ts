// The names that Tab offers come from the account. There are none without a sign-in, or without an answer in time.
import { printable } from '@ballast/contract/characters';
import { listKeys } from '@ballast/contract/keys/api-keys';
import { chooseAccount } from '../account/choose-account.ts';
import { readCredentialsFile } from '../account/credentials-file.ts';
import { findCredentials } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { environmentName } from '../environments.ts';
import { portalCall } from '../network/portal-call.ts';
import type { Candidate } from './candidates.ts';

const patienceSeconds = 2;
const mostNames = 100;

const flagOf = (words: string[], flag: string) => {
  const at = words.lastIndexOf(flag);
  return at === -1 ? undefined : words[at + 1];
};

// The line that is being typed may name another portal or profile.
const silently = (context: Context, words: string[]): Context => {
  const [portal, profile] = [flagOf(words, '--portal'), flagOf(words, '--profile')];
  return {
    ...context,
    terminal: { ...context.terminal, interactive: false, showsProgress: false },
    flags: {
      json: true,
      timeout: patienceSeconds,
      insecure: words.includes('--insecure'),
      ...(portal === undefined ? {} : { portal }),
      ...(profile === undefined ? {} : { profile }),
    },
  };
};

export const keyNames = async (context: Context, words: string[]): Promise<Candidate[]> => {
  const quiet = silently(context, words);
  try {
    const chosen = await chooseAccount(quiet);
    const credentials = await findCredentials(quiet, chosen);
    if (!credentials) return [];
    const call = portalCall(quiet, chosen.portal, credentials.token);
    const keys = await call(listKeys, { query: { limit: mostNames } });
    return keys.map(({ name, environment }) => ({
      word: printable(name),
      description: environmentName(environment),
    }));
  } catch {
    return [];
  }
};

export const profileNames = async ({ env }: Context): Promise<Candidate[]> => {
  const { signIns } = await readCredentialsFile(env);
  return signIns.map(({ profile, portal }) => ({ word: profile, description: portal }));
};
