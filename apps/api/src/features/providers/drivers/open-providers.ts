// Each is the real provider, the dev provider in its place, or none.
import type { Provider } from '@ballast/contract/auth/providers';
import type { CustomFetch } from 'openid-client';
import type { Logger } from 'pino';
import type { Config } from '../../../runtime/settings/config.ts';
import type { ProviderSettings } from '../../../runtime/settings/services.ts';
import { devCredentials, devProviderUrl } from '../dev-provider/dev-client.ts';
import { openGitHub } from './github.ts';
import { openGoogle } from './google.ts';
import type { ProviderDriver } from './provider.ts';

export type Providers = Record<Provider, ProviderDriver | null>;

const realFetch: CustomFetch = (url, options) => fetch(url, options as RequestInit);
const drivers = { github: openGitHub, google: openGoogle };

export const openProviders = (
  config: Pick<Config, 'providers' | 'publicUrl'>,
  devFetch: CustomFetch,
  log: Logger,
): Providers => {
  const open = (provider: Provider) => {
    const settings = config.providers[provider];
    if (settings === null) return null;
    if (settings !== 'dev') return drivers[provider](settings, realFetch, log);
    const standIn: ProviderSettings = { ...devCredentials, url: devProviderUrl(config.publicUrl, provider) };
    return drivers[provider](standIn, devFetch, log);
  };
  return { github: open('github'), google: open('google') };
};
