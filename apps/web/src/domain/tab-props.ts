import type { Environment } from '@ballast/contract/keys/api-keys';
import type { PageHeaderProps } from '../ui/layout/page-header.tsx';

export const settingsSections = ['profile', 'security'] as const;
export type SettingsSection = (typeof settingsSections)[number];

// The dashboard gives these props to the content of a tab. The tab draws the header itself, because the button at the
// header's right end depends on what the tab has loaded.
export type TabProps = {
  environment: Environment;
  header: PageHeaderProps;
  section: SettingsSection;
  goToSection: (section: SettingsSection) => void;
  goToFaucet: () => void;
  // The command menu asks for the dialog that creates a key, wherever it was opened.
  wantsNewKey: boolean;
  onNewKeyShown: () => void;
  // The page of this key lies above the list of keys.
  keyId: string | null;
  // A key that was opened by its address brings its environment along.
  showEnvironment: (environment: Environment) => void;
};
