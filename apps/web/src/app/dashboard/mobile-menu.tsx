import type { User } from '@ballast/contract/profile';
import { Command, LogOut, type LucideIcon, Menu, Moon, Sun } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { Avatar, displayName } from '../../domain/avatar.tsx';
import { lazyPart } from '../../domain/lazy-part.ts';
import { PartLoading } from '../../domain/page-loading.tsx';
import { signOut } from '../../domain/sign-out.ts';
import { onIntent } from '../../lib/on-intent.ts';
import { portal } from '../../lib/portal.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { cx } from '../../ui/cx.ts';
import { Brand } from '../../ui/layout/mark.tsx';
import { DashboardNav, idleClass, navItemClass } from './dashboard-nav.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import type { DashboardPlace, ShownTab } from './place.ts';

// Wide windows never open it.
const loadSheet = () => import('../../ui/overlays/sheet.tsx');
const Sheet = lazyPart(loadSheet, 'Sheet');

type MobileMenuProps = ShownTab & {
  user: User;
  goTo: (place: Partial<DashboardPlace>) => void;
  onCommands: () => void;
};

export function MobileMenu({ user, goTo, onCommands, ...place }: MobileMenuProps) {
  const [{ open, wasOpened }, set] = useState({ open: false, wasOpened: false });
  const close = () => set({ open: false, wasOpened });
  return (
    <>
      <IconButton
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="size-11"
        icon={<Menu className="size-5 stroke-[1.5]" />}
        onClick={() => set({ open: true, wasOpened: true })}
        {...onIntent(loadSheet)}
      />
      {wasOpened && (
        <Suspense fallback={<PartLoading />}>
          <Sheet open={open} onClose={close} title={<Brand name={portal.brandName} />}>
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
                close();
              }}
            />
            <MenuFoot
              user={user}
              onCommands={() => {
                close();
                onCommands();
              }}
            />
          </Sheet>
        </Suspense>
      )}
    </>
  );
}

function MenuFoot({ user, onCommands }: Pick<MobileMenuProps, 'user' | 'onCommands'>) {
  const theme = useTheme();
  return (
    <div className="mt-auto pt-6">
      <MenuButton aria-haspopup="dialog" icon={Command} onClick={onCommands}>
        Command menu
      </MenuButton>
      <MenuButton icon={theme === 'dark' ? Sun : Moon} onClick={toggleTheme}>
        {theme === 'dark' ? 'Light theme' : 'Dark theme'}
      </MenuButton>
      <MenuButton icon={LogOut} onClick={signOut}>
        Sign out
      </MenuButton>
      <div className="flex items-center gap-2.5 px-2.5 pt-2">
        <Avatar user={user} />
        <div className="min-w-0 text-small">
          <p className="truncate font-medium text-text">{displayName(user)}</p>
          <p className="truncate text-text-3">{user.email}</p>
        </div>
      </div>
    </div>
  );
}

function MenuButton({ icon: Icon, children, ...native }: ComponentProps<'button'> & { icon: LucideIcon }) {
  return (
    <button type="button" {...native} className={cx(navItemClass(true), idleClass)}>
      <Icon />
      {children}
    </button>
  );
}
