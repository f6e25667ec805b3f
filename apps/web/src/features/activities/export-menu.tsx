import { exportActivities } from '@ballast/contract/activities';
import type { Environment } from '@ballast/contract/keys/api-keys';
import { Braces, Download, Sheet } from 'lucide-react';
import { useState } from 'react';
import { localDay } from '../../lib/dates.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { saveFile } from '../../lib/save-file.ts';
import { call } from '../../session/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Menu, MenuItem } from '../../ui/actions/menu.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import type { ActivityQuery } from './filters.ts';

const contentTypes = { csv: 'text/csv', json: 'application/json' };

type ExportMenuProps = { environment: Environment; query: ActivityQuery; disabled: boolean };

// The file holds the whole filtered log, also what is not on the screen yet.
export function ExportMenu({ environment, query, disabled }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);

  const save = async (format: 'csv' | 'json') => {
    setBusy(true);
    try {
      const text = await call(exportActivities, {
        query: { format, environment, ...query },
      });
      saveFile({ name: `activity-${localDay(new Date())}.${format}`, text, type: contentTypes[format] });
    } catch (error) {
      showToast.error(failureMessage(error, 'Failed to export activities'));
    }
    setBusy(false);
  };

  return (
    <Menu
      trigger={
        <Button busy={busy} disabled={disabled} icon={<Download />}>
          Export
        </Button>
      }
    >
      <MenuItem icon={<Sheet />} onClick={() => save('csv')}>
        Export as CSV
      </MenuItem>
      <MenuItem icon={<Braces />} onClick={() => save('json')}>
        Export as JSON
      </MenuItem>
    </Menu>
  );
}
