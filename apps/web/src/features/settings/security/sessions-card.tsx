import {
  type BrowserSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '@ballast/contract/auth/session-list';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import {
  AgoFact,
  Fact,
  LoadingList,
  RowButton,
  SettingsCard,
  SettingsRow,
  SettingsRows,
} from '../settings-card.tsx';
import { useRevoke } from '../use-revoke.ts';

const sessionsKey = ['sessions'];

export function SessionsCard() {
  const query = useQuery({ queryKey: sessionsKey, queryFn: () => call(listSessions) });
  const { data } = query;
  const others = data?.filter((session) => !session.current) ?? [];
  return (
    <SettingsCard
      title="Sessions"
      lede={
        data && others.length === 0 ? 'You’re only signed in here.' : 'Browsers signed in to your account.'
      }
      action={others.length > 0 && <EndOthers />}
    >
      {data && (
        <SettingsRows>
          {inOrder(data).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </SettingsRows>
      )}
      <LoadingList query={query} loading="Loading sessions..." rows={2} failed="Failed to load sessions" />
    </SettingsCard>
  );
}

// This browser comes first. The others keep the server's order, in which the last seen comes first.
const inOrder = (sessions: BrowserSession[]) =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

const isPhone = (system: string) => system === 'iOS' || system === 'Android';

function SessionRow({ session }: { session: BrowserSession }) {
  const name = `${session.browser} on ${session.system}`;
  return (
    <SettingsRow
      icon={isPhone(session.system) ? <Smartphone /> : <Monitor />}
      title={
        <>
          {name}
          {session.current && <Badge variant="accent">This browser</Badge>}
        </>
      }
      detail={
        <>
          <Fact>{session.address}</Fact>
          <AgoFact verb="Signed in" moment={session.createdAt} />
          <AgoFact verb="Last seen" moment={session.lastSeenAt} />
        </>
      }
      action={!session.current && <EndSession session={session} name={name} />}
    />
  );
}

function EndSession({ session, name }: { session: BrowserSession; name: string }) {
  const end = useRevoke({
    revoke: () => call(revokeSession, { params: { id: session.id } }),
    listKey: sessionsKey,
    failed: 'Failed to sign out the session',
  });
  return (
    <RowButton subject={name} busy={end.isPending} onClick={() => end.mutate()}>
      Sign out
    </RowButton>
  );
}

function EndOthers() {
  const end = useRevoke({
    revoke: () => call(revokeOtherSessions),
    listKey: sessionsKey,
    failed: 'Failed to sign out the other sessions',
  });
  return (
    <Button size="small" busy={end.isPending} busyLabel="Signing Out..." onClick={() => end.mutate()}>
      Sign out all others
    </Button>
  );
}
