// The names that Tab offers come from the account. There are none without a sign-in, or without an answer in time.
import { printable } from '@ballast/contract/characters';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { listKeys } from '@ballast/contract/keys/api-keys';
import { listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { chooseAccount } from '../account/choose-account.ts';
import { readCredentialsFile } from '../account/credentials-file.ts';
import { findCredentials } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { environmentName } from '../environments.ts';
import { type PortalCall, portalCall } from '../network/portal-call.ts';
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

const askAccount = async (
  context: Context,
  words: string[],
  ask: (call: PortalCall) => Promise<Candidate[]>,
): Promise<Candidate[]> => {
  const quiet = silently(context, words);
  try {
    const chosen = await chooseAccount(quiet);
    const credentials = await findCredentials(quiet, chosen);
    return credentials ? await ask(portalCall(quiet, chosen.portal, credentials.token)) : [];
  } catch {
    return [];
  }
};

export const keyNames = (context: Context, words: string[]) =>
  askAccount(context, words, async (call) => {
    const keys = await call(listKeys, { query: { limit: mostNames } });
    return keys.map(({ name, environment }) => ({
      word: printable(name),
      description: environmentName(environment),
    }));
  });

// The scopes of keys are the provider's, those of tokens the portal's own.
export const scopeNames = async (context: Context, words: string[], command: Command) => {
  if (command.parent?.name() !== 'keys')
    return cliScopes.map((word) => ({ word, description: 'a scope of tokens' }));
  return askAccount(context, words, async (call) =>
    (await call(listKeyScopes)).map(({ scope, description }) => ({
      word: printable(scope),
      description: printable(description),
    })),
  );
};

export const profileNames = async ({ env }: Context): Promise<Candidate[]> => {
  const { signIns } = await readCredentialsFile(env);
  return signIns.map(({ profile, portal }) => ({ word: profile, description: portal }));
};
