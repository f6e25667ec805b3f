// The server writes environments in upper case, the portal in lower case.
import type { Environment as WireEnvironment } from '@ballast/contract/api-keys';

export type Environment = Lowercase<WireEnvironment>;

export const environments = ['sandbox', 'production'] as const satisfies Environment[];

export const environmentNames: Record<Environment, string> = { sandbox: 'Sandbox', production: 'Production' };

export const toWire = (environment: Environment) => environment.toUpperCase() as WireEnvironment;
export const fromWire = (environment: WireEnvironment) => environment.toLowerCase() as Environment;
