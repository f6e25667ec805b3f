import { type CliDevice, listDevices, revokeDevice } from '@ballast/contract/cli/cli-auth';
import { cliScopes } from '@ballast/contract/cli/cli-scopes';
import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { formatDate } from '../../../lib/dates.ts';
import { refusalMessage } from '../../../lib/failure-message.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { Ago } from '../../../ui/text/ago.tsx';
import { ListFailure, ListLoading } from '../list-states.tsx';
import { Fact, SettingsCard, SettingsRow, SettingsRows } from '../settings-card.tsx';
import { useRevoke } from '../use-revoke.ts';
import { RevokeDeviceModal } from './revoke-device-modal.tsx';

const loadingFailed = 'Failed to load authorized devices';
const devicesKey = ['devices'];

export function DevicesCard() {
  const { data, error, refetch } = useQuery({ queryKey: devicesKey, queryFn: () => call(listDevices) });
  return (
    <SettingsCard
      title="Authorized Devices"
      lede={
        data?.length === 0
          ? 'No command line is authorized. Run ballast login in a terminal to authorize one.'
          : 'The devices whose command line may use your account.'
      }
    >
      {data && data.length > 0 && (
        <SettingsRows>
          {data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              madeWithIt={data.filter(({ madeWith }) => madeWith.includes(device.id))}
            />
          ))}
        </SettingsRows>
      )}
      {!data && !error && <ListLoading text="Loading authorized devices..." rows={1} />}
      {!data && error && <ListFailure message={refusalMessage(error, loadingFailed)} onRetry={refetch} />}
    </SettingsCard>
  );
}

type DeviceProps = { device: CliDevice; madeWithIt: CliDevice[] };

function DeviceRow({ device, madeWithIt }: DeviceProps) {
  return (
    <SettingsRow
      icon={<SquareTerminal />}
      title={<bdi className="min-w-0 wrap-anywhere">{device.name}</bdi>}
      detail={
        <>
          <Fact>{device.address}</Fact>
          <Fact>
            {device.kind === 'machine' ? 'Created' : 'Authorized'}{' '}
            <Ago inSentence moment={device.createdAt} />
          </Fact>
          <Fact>
            {device.lastUsedAt ? (
              <>
                Last used <Ago inSentence moment={device.lastUsedAt} />
              </>
            ) : (
              'Not used yet'
            )}
          </Fact>
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
      <Button
        size="small"
        busy={revoke.isPending}
        busyLabel="Revoking..."
        onClick={() => (madeWithIt.length ? dialog.show() : revoke.mutate())}
      >
        Revoke
        <span className="sr-only"> {device.name}</span>
      </Button>
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
