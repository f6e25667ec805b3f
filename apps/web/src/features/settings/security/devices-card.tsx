import { type CliDevice, listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { formatDate } from '../../../lib/dates.ts';
import { call } from '../../../session/api.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { Name } from '../../../ui/text/name.tsx';
import {
  AgoFact,
  Fact,
  LastUsed,
  LoadingList,
  RowButton,
  SettingsCard,
  SettingsRow,
  SettingsRows,
} from '../settings-card.tsx';
import { useRevoke } from '../use-revoke.ts';

const devicesKey = ['devices'];

export function DevicesCard() {
  const query = useQuery({ queryKey: devicesKey, queryFn: () => call(listDevices) });
  const { data } = query;
  return (
    <SettingsCard
      title="Authorized Devices"
      lede={
        data?.length === 0
          ? 'No devices yet. Run ballast login to authorize one.'
          : 'Devices that can use your account from the command line.'
      }
    >
      <SettingsRows>
        {data?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            madeWithIt={data.filter(({ madeWith }) => madeWith.includes(device.id))}
          />
        ))}
      </SettingsRows>
      <LoadingList
        query={query}
        loading="Loading authorized devices..."
        rows={1}
        failed="Failed to load authorized devices"
      />
    </SettingsCard>
  );
}

// The tokens that were made with a device end with it.
type DeviceProps = { device: CliDevice; madeWithIt: CliDevice[] };

function DeviceRow({ device, madeWithIt }: DeviceProps) {
  return (
    <SettingsRow
      icon={<SquareTerminal />}
      title={<bdi className="min-w-0 wrap-anywhere">{device.name}</bdi>}
      detail={
        <>
          <Fact>{device.address}</Fact>
          <AgoFact verb={device.kind === 'machine' ? 'Created' : 'Authorized'} moment={device.createdAt} />
          <LastUsed moment={device.lastUsedAt} />
          {device.scopes.length < cliScopes.length && <Fact>Scopes: {device.scopes.join(', ')}</Fact>}
          {device.expiresAt && <Fact>Expires on {formatDate(device.expiresAt)}</Fact>}
        </>
      }
      action={<Revoke device={device} madeWithIt={madeWithIt} />}
    />
  );
}

// Nobody is asked, unless other tokens end as well.
function Revoke({ device, madeWithIt }: DeviceProps) {
  const dialog = useDialog();
  const revoke = useRevoke({
    revoke: () => call(revokeDevice, { params: { id: device.id } }),
    listKey: devicesKey,
    failed: 'Failed to revoke the device',
  });
  return (
    <>
      <RowButton
        subject={device.name}
        busy={revoke.isPending}
        busyLabel="Revoking..."
        onClick={() => (madeWithIt.length ? dialog.show() : revoke.mutate())}
      >
        Revoke
      </RowButton>
      <RevokeDeviceModal
        key={dialog.key}
        open={dialog.open}
        device={device}
        madeWithIt={madeWithIt}
        onRevoke={() => {
          dialog.close();
          revoke.mutate();
        }}
        onClose={dialog.close}
      />
    </>
  );
}

type RevokeDeviceModalProps = DeviceProps & { open: boolean; onRevoke: () => void; onClose: () => void };

const mostNamed = 6;

function RevokeDeviceModal({ device, madeWithIt, onRevoke, ...modal }: RevokeDeviceModalProps) {
  const count = madeWithIt.length;
  return (
    <Modal
      {...modal}
      alert
      title="Revoke Device"
      description={
        <>
          <Name>{device.name}</Name> stops working immediately, and so{' '}
          {count === 1 ? 'does the token' : `do the ${count} tokens`} made with it.
        </>
      }
      action={{ label: 'Revoke Device', variant: 'danger', onClick: onRevoke }}
    >
      <ul
        aria-label="Tokens that end with it"
        className="rounded-2 border border-line bg-inset px-3.5 py-2.5 text-body text-text"
      >
        {madeWithIt.slice(0, mostNamed).map(({ id, name }) => (
          <li key={id} className="truncate py-0.5">
            {name}
          </li>
        ))}
        {count > mostNamed && <li className="py-0.5 text-text-2">and {count - mostNamed} more</li>}
      </ul>
    </Modal>
  );
}
