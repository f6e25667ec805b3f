// What a token may do, and for how long, as a person says it.
import { cliLimits, expiresInDays } from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes, orderedScopes } from '@ballast/contract/cli/cli-scopes';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

const isScope = (text: string): text is CliScope => (cliScopes as readonly string[]).includes(text);

// It may be said several times, and hold several scopes.
const parseScopes = (text: string, before: CliScope[] = []) => {
  const scopes = text.split(',').map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !isScope(scope));
  if (wrong !== undefined) throw new InvalidArgumentError(`Allowed choices are ${cliScopes.join(', ')}.`);
  return orderedScopes([...before, ...scopes.filter(isScope)]);
};

const parseDays = (text: string) => {
  const days = expiresInDays.safeParse(Number(/^(\d+)d?$/.exec(text)?.[1]));
  if (days.success) return days.data;
  throw new InvalidArgumentError(
    `It must be a number of days from 1 to ${cliLimits.tokenDays}, such as 30d.`,
  );
};

export const scopeOption = (description: string) =>
  new Option('--scope <scopes>', description).argParser(parseScopes);

export const expiresOption = (description: string) =>
  new Option('--expires <days>', description).argParser(parseDays);
