import type { User } from '@ballast/contract/profile';
import { ChevronDown, LogOut, Settings } from 'lucide-react';
import { Avatar, displayName } from '../../domain/avatar.tsx';
import { signOut } from '../../domain/sign-out.ts';
import { Menu, MenuHeader, MenuItem } from '../../ui/actions/menu.tsx';

export function UserMenu({ user, onSettings }: { user: User; onSettings: () => void }) {
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
          <ChevronDown aria-hidden="true" className="hidden text-text-3 md:block" />
        </button>
      }
    >
      <MenuHeader title={name} detail={user.email} />
      <MenuItem icon={<Settings aria-hidden="true" />} onClick={onSettings}>
        Settings
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onClick={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
