import { linkProvider, listConnections } from '@ballast/contract/auth/provider-calls';
import { type Provider, providerName, providers } from '@ballast/contract/auth/providers';
import { useQuery } from '@tanstack/react-query';
import { lazyDialog } from '../../domain/page-loading.tsx';
import { ProviderMark } from '../../domain/provider-marks.tsx';
import { useLeaveForProvider } from '../../domain/use-leave-for-provider.ts';
import { refusalMessage } from '../../lib/failure-message.ts';
import { onIntent } from '../../lib/on-intent.ts';
import { portal } from '../../lib/portal.ts';
import { call } from '../../session/api.ts';
import { rememberAttempt } from '../../session/provider-attempt.ts';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { accountName, type Connection, connectionsKey } from './connections.ts';
import { LoadingList, RowButton, SettingsCard, SettingsRow, SettingsRows } from './settings-card.tsx';

const loadModal = () => import('./disconnect-modal.tsx');
const DisconnectModal = lazyDialog(loadModal, 'DisconnectModal');

export function ConnectedAccountsCard() {
  const query = useQuery({ queryKey: connectionsKey, queryFn: () => call(listConnections) });
  const { data } = query;
  const shown = providers.filter(
    (provider) =>
      portal.providers.includes(provider) || data?.some((connection) => connection.provider === provider),
  );
  if (shown.length === 0) return null;
  return (
    <SettingsCard title="Connected Accounts" lede="Sign in with a linked account instead of a password.">
      {data && <Connections shown={shown} connections={data} />}
      <LoadingList
        query={query}
        loading="Loading connected accounts..."
        rows={shown.length}
        failed="Failed to load connected accounts"
      />
    </SettingsCard>
  );
}

const begin = async (provider: Provider) => {
  const { authUrl } = await call(linkProvider, { body: { provider } });
  rememberAttempt({ provider, from: null, connects: true });
  return authUrl;
};

function Connections({ shown, connections }: { shown: Provider[]; connections: Connection[] }) {
  const { leavingFor, leave } = useLeaveForProvider({
    begin,
    failureMessage: (error, provider) =>
      refusalMessage(error, `Failed to connect ${providerName[provider]} account`),
  });
  const dialog = useDialog<Connection>();
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
                connection?.primary ? (
                  <Badge variant="accent">Primary Auth</Badge>
                ) : (
                  // One button for both, so that it keeps the focus when the connection goes.
                  <RowButton
                    subject={providerName[provider]}
                    disabled={leavingFor !== null}
                    busy={leavingFor === provider}
                    busyLabel="Connecting..."
                    onClick={() => (connection ? dialog.show(connection) : leave(provider))}
                    {...(connection && onIntent(loadModal))}
                  >
                    {connection ? 'Disconnect' : 'Connect'}
                  </RowButton>
                )
              }
            />
          );
        })}
      </SettingsRows>
      {dialog.content && (
        <DisconnectModal
          key={dialog.key}
          open={dialog.open}
          connection={dialog.content}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
