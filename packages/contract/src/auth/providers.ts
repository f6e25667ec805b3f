// Without schemas, because the sign-in page needs the names before any schema.
export const providers = ['github', 'google'] as const;
export type Provider = (typeof providers)[number];
export const providerName: Record<Provider, string> = { github: 'GitHub', google: 'Google' };

export const startFailed = (provider: Provider) => `Failed to initiate ${providerName[provider]} login`;

export const stateMinutes = 10;
