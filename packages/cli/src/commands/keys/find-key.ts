// A person names a key by its id or its name, or picks it from a list.

import { type ApiKey, listKeys } from '@ballast/contract/api-keys';
import { printable } from '@ballast/contract/characters';
import type { Call } from '@ballast/contract/client';
import type { Context } from '../../context.ts';
import { environmentName, toEnvironment } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { askChoice } from '../../prompts.ts';

export type Wanted = { key: string | undefined; environment: string | undefined };

// It reads 'Checkout (sandbox)'.
export const keyLabel = ({ name, environment }: Pick<ApiKey, 'name' | 'environment'>) =>
  `${printable(name)} (${environmentName(environment)})`;

const pick = async (keys: ApiKey[]) => {
  const options = keys.map((key) => ({ value: key.id, label: keyLabel(key) }));
  const id = await askChoice('Which key?', options);
  return keys.find((key) => key.id === id);
};

export const findKey = async (
  { terminal }: Context,
  call: Call,
  { key: wanted, environment }: Wanted,
): Promise<ApiKey> => {
  if (wanted === undefined && !terminal.interactive)
    throw new CliFailure('usage', 'Say which key: its name or its id.');
  const keys = await call(listKeys, {
    query: environment ? { environment: toEnvironment(environment) } : {},
  });
  const where = environment ? `${environment} ` : '';
  if (wanted === undefined) {
    const picked = keys.length ? await pick(keys) : undefined;
    if (!picked) throw new CliFailure('not_found', `No ${where}keys found.`);
    return picked;
  }
  const name = wanted.toLowerCase();
  const found = keys.filter((key) => key.id === name || key.name.toLowerCase() === name);
  const [only, another] = found;
  if (!only) throw new CliFailure('not_found', `There is no ${where}key "${wanted}".`);
  if (another)
    throw new CliFailure('usage', `Several keys are called "${wanted}": add --environment, or use the id.`);
  return only;
};
