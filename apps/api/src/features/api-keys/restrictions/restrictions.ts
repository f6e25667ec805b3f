// Restrictions as requested: checked, normalised and compared with the previous ones.
import { type GivenRestrictions, restrictionMessages } from '@ballast/contract/keys/key-restrictions';
import type { Deps } from '../../../http/deps.ts';
import type { ApiKeyRow } from '../../../key-check/tables.ts';
import { Failure } from '../../../runtime/failure.ts';
import { firstAddress, isCovered, networkText, readNetwork } from '../../../runtime/network/networks.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { keyScopes } from './key-scopes.ts';

type Restrictions = Pick<ApiKeyRow, 'expiresAt' | 'scopes' | 'allowedNetworks'>;

const firstRepeated = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) < at);

const expiryProblem = (deps: Deps, expiresAt: string) =>
  Date.parse(expiresAt) > deps.now().getTime() ? null : restrictionMessages.expiresInPast;

// A scope that was removed from the list stays with the keys that had it.
const scopesProblem = ({ config }: Deps, scopes: readonly string[], had: readonly string[]) => {
  const known = settingsOf(config, keyScopes).map(({ scope }) => scope);
  const unknown = scopes.find((scope) => !known.includes(scope) && !had.includes(scope));
  if (unknown !== undefined) return restrictionMessages.scopeUnknown(unknown, known);
  const repeated = firstRepeated(scopes);
  return repeated === undefined ? null : restrictionMessages.scopeTwice(repeated);
};

const networkProblem = (text: string) => {
  const network = readNetwork(text);
  if (!network) return restrictionMessages.networkMalformed(text);
  const first = firstAddress(network);
  if (first === network.address) return null;
  const whole = networkText({ ...network, address: first });
  return restrictionMessages.networkOfAddress(text, whole, network.address);
};

const readNetworks = (texts: readonly string[]) =>
  texts.map(readNetwork).filter((network) => network !== null);

const networksProblem = (texts: readonly string[]) => {
  const [problem] = texts.map(networkProblem).filter((found) => found !== null);
  if (problem) return problem;
  const repeated = firstRepeated(readNetworks(texts).map(networkText));
  return repeated === undefined ? null : restrictionMessages.networkTwice(repeated);
};

const refuseProblems = (problems: Record<string, string | null | undefined>) => {
  const fields = Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
  const [message] = Object.values(fields);
  if (message) throw new Failure('validation_failed', { message, fields: fields as Record<string, string> });
};

export const readRestrictions = (
  deps: Deps,
  { expiresAt, scopes, allowedNetworks }: GivenRestrictions,
  had: readonly string[] = [],
): Partial<Restrictions> => {
  refuseProblems({
    expiresAt: expiresAt && expiryProblem(deps, expiresAt),
    scopes: scopes && scopesProblem(deps, scopes, had),
    allowedNetworks: allowedNetworks && networksProblem(allowedNetworks),
  });
  return {
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(allowedNetworks === undefined
      ? {}
      : { allowedNetworks: allowedNetworks && readNetworks(allowedNetworks).map(networkText) }),
  };
};

const isLater = (next: Date | null, before: Date | null) =>
  before !== null && (next === null || next.getTime() > before.getTime());

const hasMoreScopes = (next: string[] | null, before: string[] | null) =>
  before !== null && (next === null || next.some((scope) => !before.includes(scope)));

const hasMoreAddresses = (next: string[] | null, before: string[] | null) =>
  before !== null &&
  (next === null || readNetworks(next).some((network) => !isCovered(network, readNetworks(before))));

export const loosens = (change: Partial<Restrictions>, before: Restrictions) => {
  const { expiresAt, scopes, allowedNetworks } = { ...before, ...change };
  return (
    isLater(expiresAt, before.expiresAt) ||
    hasMoreScopes(scopes, before.scopes) ||
    hasMoreAddresses(allowedNetworks, before.allowedNetworks)
  );
};

export const changedRestrictions = (
  change: Partial<Restrictions>,
  before: Restrictions,
): Partial<Restrictions> =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Restrictions]),
    ),
  );

const mostNamed = 5;
const listed = (values: readonly string[], plural: string) =>
  values.length > mostNamed ? `${values.length} ${plural}` : values.join(', ');

const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

// Follows the key's name.
export const describeRestrictions = ({ expiresAt, scopes, allowedNetworks }: Partial<Restrictions>) =>
  [
    expiresAt === null && 'never expires',
    expiresAt && `expires at ${minuteOf(expiresAt)}`,
    scopes === null && 'has all scopes',
    scopes && `is limited to ${listed(scopes, 'scopes')}`,
    allowedNetworks === null && 'may be used from any address',
    allowedNetworks && `may only be used from ${listed(allowedNetworks, 'networks')}`,
  ]
    .filter(Boolean)
    .join('; ');
