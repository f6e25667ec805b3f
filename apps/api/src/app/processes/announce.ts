// Says where the portal is: as text for a person, as a log line for a log collector.
import { providerName, providers } from '@ballast/contract/auth/providers';
import type { Logger } from 'pino';
import type { Config } from '../../runtime/settings/config.ts';

const announceToPerson = ({ brandName, publicUrl, docsUrl, smtp, providers: configured }: Config) => {
  const standIns = providers.filter((provider) => configured[provider] === 'dev');
  console.log(`${brandName} is ready\n`);
  console.log(`  Portal         ${publicUrl}`);
  if (!smtp) console.log(`  Dev mailbox    ${publicUrl}/dev/mailbox`);
  if (standIns.length) {
    const names = standIns.map((provider) => providerName[provider]);
    console.log(`  Dev provider   stands in for ${names.join(' and ')}`);
  }
  console.log(`  Documentation  ${docsUrl}\n`);
};

export const announce = (config: Config, log: Logger) => {
  if (!config.production) return announceToPerson(config);
  const { brandName, publicUrl, docsUrl } = config;
  // Whatever the level: somebody may wait for it.
  log.child({}, { level: 'info' }).info({ portal: publicUrl, docs: docsUrl }, `${brandName} is ready`);
};
