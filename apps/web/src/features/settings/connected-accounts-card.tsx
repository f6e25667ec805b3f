import { listConnections } from '@ballast/contract/auth/provider-calls';
import { type Provider, providerName, providers } from '@ballast/contract/auth/providers';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../domain/lazy-part.ts';
import { PartLoading } from '../../domain/part-loading.tsx';
import { ProviderMark } from '../../domain/provider-marks.tsx';
import { refusalMessage } from '../../lib/failure-message.ts';
import { onIntent } from '../../lib/on-intent.ts';
import { portal } from '../../lib/portal.ts';
import { call } from '../../session/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { accountName, type Connection, connectionsKey } from './connections.ts';
import { ListFailure, ListLoading } from './list-states.tsx';
import { SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';
import { useConnect } from './use-connect.ts';

// With its form the dialog weighs more than the card, so it is loaded when somebody is about to open it.
const loadModal = () => import('./disconnect-modal.tsx');
const DisconnectModal = lazyPart(loadModal, 'DisconnectModal');

const loadingFailed = 'Failed to load connected accounts';

export function ConnectedAccountsCard() {
  const { data, error, refetch } = useQuery({
    queryKey: connectionsKey,
    queryFn: () => call(listConnections),
  });
  const shown = providers.filter(
    (provider) =>
      portal.providers.includes(provider) || data?.some((connection) => connection.provider === provider),
  );
  if (shown.length === 0) return null;
  return (
    <SettingsCard title="Connected Accounts" lede="Sign in with a linked account instead of a password.">
      {data && <Connections shown={shown} connections={data} />}
      {!data && !error && <ListLoading text="Loading connected accounts..." rows={shown.length} />}
      {!data && error && <ListFailure message={refusalMessage(error, loadingFailed)} onRetry={refetch} />}
    </SettingsCard>
  );
}

function Connections({ shown, connections }: { shown: Provider[]; connections: Connection[] }) {
  const { leavingFor, leave } = useConnect();
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const dialog = useDialog();
  return (
    <>
      <SettingsRows>
        {shown.map((provider) => {
          const connection = connections.find((linked) => linked.provider === provider);
          return (
            <SettingsRow
              key={provider}
              icon={<ProviderMark provider={provider} />}
              title={providerName[provider]}
              detail={connection ? accountName(connection) : 'Not connected'}
              action={
                <ConnectionAction
                  provider={provider}
                  connection={connection}
                  connecting={leavingFor}
                  onConnect={() => leave(provider)}
                  onDisconnect={(linked) => {
                    setLeaving(linked);
                    dialog.show();
                  }}
                />
              }
            />
          );
        })}
      </SettingsRows>
      {leaving && (
        <Suspense fallback={<PartLoading />}>
          <DisconnectModal key={dialog.key} open={dialog.open} connection={leaving} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}

type ConnectionActionProps = {
  provider: Provider;
  connection: Connection | undefined;
  connecting: Provider | null;
  onConnect: () => void;
  onDisconnect: (connection: Connection) => void;
};

function ConnectionAction({
  provider,
  connection,
  connecting,
  onConnect,
  onDisconnect,
}: ConnectionActionProps) {
  const name = providerName[provider];
  if (connection?.primary) return <Badge variant="accent">Primary Auth</Badge>;
  if (connection) {
    return (
      <Button size="small" onClick={() => onDisconnect(connection)} {...onIntent(loadModal)}>
        Disconnect
        <span className="sr-only"> {name}</span>
      </Button>
    );
  }
  return (
    <Button
      size="small"
      disabled={connecting !== null}
      busy={connecting === provider}
      busyLabel="Connecting..."
      onClick={onConnect}
    >
      Connect
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
