// A person names a key by its id or its name, or picks it from a list.
import {
  type ApiKey,
  environments,
  getKey,
  type KeySort,
  type KeyStatus,
  keyLimits,
  listKeys,
} from '@ballast/contract/keys/api-keys';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentName, toEnvironment } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { addCommand } from '../../help/add-command.ts';
import { collect, readPages } from '../../network/paging.ts';
import type { PortalCall } from '../../network/portal-call.ts';
import { askChoice } from '../../terminal/prompts.ts';

// For example 'Checkout (sandbox)'.
export const keyLabel = ({ name, environment }: Pick<ApiKey, 'name' | 'environment'>) =>
  `${name} (${environmentName(environment)})`;

type Filters = {
  environment: string | undefined;
  search?: string | undefined;
  status?: KeyStatus | undefined;
  sort?: KeySort | undefined;
  // All keys are read when it is left out.
  most?: number | undefined;
};

export const readKeys = (call: PortalCall, { environment, most, ...others }: Filters) => {
  const filters = { ...(environment ? { environment: toEnvironment(environment) } : {}), ...others };
  return readPages((page) => call.withHeaders(listKeys, { query: { ...filters, ...page } }), {
    longestPage: keyLimits.longestPage,
    most,
  });
};

// A longer list is not offered: name the key instead.
const pickedFrom = 200;

const pick = async (call: PortalCall, environment: string | undefined) => {
  const keys = await collect(readKeys(call, { environment, most: pickedFrom }));
  if (!keys.length) return undefined;
  const question = keys.length < pickedFrom ? 'Which key?' : `Which key? (the newest ${pickedFrom})`;
  const options = keys.map((key) => ({ value: key.id, label: keyLabel(key) }));
  const id = await askChoice(question, options);
  return keys.find((key) => key.id === id);
};

const isId = (text: string) => getKey.params.safeParse({ id: text }).success;

const findById = async (call: PortalCall, id: string, environment: string | undefined) => {
  if (!isId(id)) return undefined;
  const key = await call(getKey, { params: { id } }).catch((error: CliFailure) => {
    if (error.code !== 'not_found') throw error;
    return undefined;
  });
  return environment && key?.environment !== toEnvironment(environment) ? undefined : key;
};

// The portal searches, so that not all keys have to come over the wire.
const findByName = async (call: PortalCall, name: string, environment: string | undefined) => {
  const found: ApiKey[] = [];
  if (!listKeys.query.shape.search.safeParse(name).success || !name.trim()) return found;
  for await (const key of readKeys(call, { environment, search: name })) {
    if (key.name.toLowerCase() === name) found.push(key);
    // An environment has each name once.
    if (found.length === (environment ? 1 : environments.length)) break;
  }
  return found;
};

export const findKey = async (
  { terminal }: Context,
  call: PortalCall,
  wanted: string | undefined,
  environment: string | undefined,
): Promise<ApiKey> => {
  if (wanted === undefined && !terminal.interactive)
    throw new CliFailure('usage', 'Add the name or the id of the key.');
  const where = environment ? `${environment} ` : '';
  if (wanted === undefined) {
    const picked = await pick(call, environment);
    if (!picked) throw new CliFailure('not_found', `No ${where}keys found.`);
    return picked;
  }
  const text = wanted.toLowerCase();
  const byId = await findById(call, text, environment);
  if (byId) return byId;
  const [only, another] = await findByName(call, text, environment);
  if (!only) throw new CliFailure('not_found', `There is no ${where}key "${wanted}".`);
  if (another)
    throw new CliFailure('usage', `Several keys are called "${wanted}": add --environment, or use the id.`);
  return only;
};

// Most commands begin with a sign-in and a key.
export const requireKey = async (
  context: Context,
  wanted: string | undefined,
  { environment }: { environment?: string | undefined },
) => {
  const { call } = await requireSignedIn(context);
  return { call, key: await findKey(context, call, wanted, environment) };
};

export const addKeyCommand = (...command: Parameters<typeof addCommand>) =>
  addCommand(...command).argument('[key]', 'name or id; if you leave it out, the CLI asks');
