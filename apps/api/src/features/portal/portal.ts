// What an installation tells about itself.

import { providers } from '@ballast/contract/auth/providers';
import type { Portal } from '@ballast/contract/portal';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../runtime/settings/config.ts';

export const portalOf = (config: Config): Portal => ({
  brandName: config.brandName,
  hasLogo: config.brandLogo !== null,
  docsUrl: config.docsUrl,
  marketingUrl: config.marketingUrl,
  supportEmail: config.supportEmail,
  tokenSymbol: config.tokenSymbol,
  providers: providers.filter((provider) => config.providers[provider] !== null),
  productionKeys: config.productionKeys,
  version: packageJson.version,
  production: config.production,
  devMailbox: !config.production && !config.smtp,
});
