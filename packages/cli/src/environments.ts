// People write the contract's environments in lower case on the command line.
import { type Environment, environments } from '@ballast/contract/keys/api-keys';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

const environmentNames = environments.map((name) => name.toLowerCase());
const shortNames: Record<string, string> = { prod: 'production' };

const readEnvironment = (text: string) => {
  const typed = text.toLowerCase();
  const name = shortNames[typed] ?? typed;
  if (environmentNames.includes(name)) return name;
  throw new InvalidArgumentError(`Allowed choices are ${environmentNames.join(', ')}.`);
};

export const environmentOption = (description: string) =>
  new Option('-e, --environment <environment>', description)
    .choices(environmentNames)
    .argParser(readEnvironment);

export const toEnvironment = (name: string) => name.toUpperCase() as Environment;

export const environmentName = (environment: Environment) => environment.toLowerCase();
