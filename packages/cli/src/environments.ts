// People write the contract's environments in lower case on the command line.
import { type Environment, environments } from '@ballast/contract/keys/api-keys';
import { Option } from '@commander-js/extra-typings';

const environmentNames = environments.map((name) => name.toLowerCase());

export const environmentOption = (description: string) =>
  new Option('-e, --environment <environment>', description).choices(environmentNames);

export const toEnvironment = (name: string) => name.toUpperCase() as Environment;

export const environmentName = (environment: Environment) => environment.toLowerCase();
