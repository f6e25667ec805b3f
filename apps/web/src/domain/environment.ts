import type { Environment } from '@ballast/contract/keys/api-keys';

export const environmentNames: Record<Environment, string> = { SANDBOX: 'Sandbox', PRODUCTION: 'Production' };

export const environments = Object.keys(environmentNames) as Environment[];

// Local storage, the address and the style sheet spell environments in lower case.
export const toSlug = (environment: Environment) => environment.toLowerCase();
