import type { User } from '@ballast/contract/profile';
import { ChevronDown, LogOut, Settings } from 'lucide-react';
import { Avatar, displayName } from '../../domain/avatar.tsx';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { signOut } from '../../domain/sign-out.ts';
import { portal } from '../../lib/portal.ts';
import { ThemeToggle } from '../../ui/actions/icon-button.tsx';
import { Menu, MenuHeader, MenuItem } from '../../ui/actions/menu.tsx';
import { cx } from '../../ui/cx.ts';
import { Brand, Mark } from '../../ui/layout/mark.tsx';
import { onPlainClick } from '../../ui/text/link.tsx';
import type { CommandTargets } from './command-menu/commands.ts';
import { CommandMenuButton, useCommandMenu } from './command-menu/use-command-menu.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { linkTo } from './place.ts';

type DashboardHeaderProps = CommandTargets & { user: User };

export function DashboardHeader({ user, ...targets }: DashboardHeaderProps) {
  const { goTo, tab, environment } = targets;
  const commandMenu = useCommandMenu(targets);
  const openSettings = () => goTo({ tab: 'settings' });
  const home = linkTo('keys', environment);
  const goHome = onPlainClick(() => goTo({ tab: 'keys' }));
  return (
    <header
      className={cx(
        'sticky top-0 z-20 h-14 border-b print:hidden bg-canvas',
        environment === 'PRODUCTION' ? 'border-prod-line' : 'border-line',
      )}
    >
      <div className="flex h-full items-center gap-2 pr-4 pl-2 md:hidden">
        <MobileMenu
          user={user}
          goTo={goTo}
          tab={tab}
          environment={environment}
          onCommands={commandMenu.show}
        />
        <a href={home} aria-label={portal.brandName} onClick={goHome} className="rounded-1">
          <Mark className="size-[22px]" />
        </a>
        <span className="min-w-0 flex-1 truncate text-body text-text-2">Developer Portal</span>
        <EnvironmentBadge environment={environment} solid />
        <UserMenu user={user} onSettings={openSettings} />
      </div>
      <div className="hidden h-full items-center gap-3 px-5 md:flex">
        <a href={home} onClick={goHome} className="rounded-1">
          <Brand name={portal.brandName} />
        </a>
        <span aria-hidden="true" className="text-section font-normal text-line-strong">
          /
        </span>
        <span className="text-body text-text-2">Developer Portal</span>
        <div className="ml-auto flex items-center gap-5">
          <EnvironmentSwitch value={environment} onChange={(selected) => goTo({ environment: selected })} />
          <div className="flex items-center gap-2">
            <CommandMenuButton onClick={commandMenu.show} />
            <ThemeToggle />
          </div>
          <UserMenu user={user} onSettings={openSettings} />
        </div>
      </div>
      {commandMenu.dialog}
    </header>
  );
}

function UserMenu({ user, onSettings }: { user: User; onSettings: () => void }) {
  const name = displayName(user);
  return (
    <Menu
      className="-mr-2"
      trigger={
        <button
          type="button"
          className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-2 px-2 text-body font-medium text-text transition-colors hover:bg-hover md:h-9"
        >
          <Avatar user={user} />
          <span className="max-w-40 truncate max-md:sr-only lg:max-w-60">{name}</span>
          <span className="sr-only">account menu</span>
          <ChevronDown className="hidden text-text-3 md:block" />
        </button>
      }
    >
      <MenuHeader title={name} detail={user.email} />
      <MenuItem icon={<Settings />} onClick={onSettings}>
        Settings
      </MenuItem>
      <MenuItem icon={<LogOut />} onClick={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
