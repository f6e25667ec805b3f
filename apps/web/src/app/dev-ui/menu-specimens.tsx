import type { Environment } from '@ballast/contract/keys/api-keys';
import { ChevronDown, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Menu, MenuHeader, MenuItem } from '../../ui/actions/menu.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Brand } from '../../ui/layout/mark.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { EnvironmentSwitch } from '../dashboard/environment-switch.tsx';

export function UserMenu() {
  return (
    <Menu
      trigger={
        <Button variant="ghost">
          Mara Okafor <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuHeader title="Mara Okafor" detail="mara@northwind.dev" />
      <MenuItem icon={<Settings aria-hidden="true" />} onClick={() => showToast.info('Settings')}>
        Settings
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onClick={() => showToast.info('Signed out')}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

export function MobileMenu(opening: { open: boolean; onClose: () => void }) {
  const [environment, setEnvironment] = useState<Environment>('SANDBOX');
  return (
    <Sheet {...opening} title={<Brand name="Ballast" />}>
      <EnvironmentSwitch wide value={environment} onChange={setEnvironment} />
    </Sheet>
  );
}
