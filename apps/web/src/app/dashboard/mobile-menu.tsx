import type { User } from '@ballast/contract/profile';
import { LogOut, Menu, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Avatar, displayName } from '../../domain/avatar.tsx';
import { signOut } from '../../domain/sign-out.ts';
import { portal } from '../../lib/portal.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Brand } from '../../ui/mark.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DashboardNav, idleClass, navItemClass } from './dashboard-nav.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import type { DashboardPlace, ShownTab } from './place.ts';

type MobileMenuProps = ShownTab & { user: User; goTo: (place: Partial<DashboardPlace>) => void };

export function MobileMenu({ user, goTo, ...place }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const theme = useTheme();
  return (
    <>
      <IconButton
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="size-11"
        icon={<Menu aria-hidden="true" className="size-5 stroke-[1.5]" />}
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={<Brand name={portal.brandName} />}>
        <div className="pb-3">
          <EnvironmentSwitch
            wide
            value={place.environment}
            onChange={(environment) => goTo({ environment })}
          />
        </div>
        <DashboardNav
          {...place}
          roomy
          onSelect={(tab) => {
            goTo({ tab });
            setOpen(false);
          }}
        />
        <div className="mt-auto pt-6">
          <button type="button" className={cx(navItemClass(true), idleClass)} onClick={toggleTheme}>
            {theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
            {theme === 'dark' ? 'Light theme' : 'Dark theme'}
          </button>
          <button type="button" className={cx(navItemClass(true), idleClass)} onClick={signOut}>
            <LogOut aria-hidden="true" />
            Sign out
          </button>
          <div className="flex items-center gap-2.5 px-2.5 pt-2">
            <Avatar user={user} />
            <div className="min-w-0 text-small">
              <p className="truncate font-medium text-text">{displayName(user)}</p>
              <p className="truncate text-text-3">{user.email}</p>
            </div>
          </div>
        </div>
      </Sheet>
    </>
  );
}
