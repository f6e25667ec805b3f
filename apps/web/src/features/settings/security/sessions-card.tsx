import { type BrowserSession, listSessions } from '@ballast/contract/auth/session-list';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { refusalMessage } from '../../../lib/failure-message.ts';
import { call } from '../../../session/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Ago } from '../../../ui/text/ago.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { ListFailure, ListLoading } from '../list-states.tsx';
import { Fact, SettingsCard, SettingsRow, SettingsRows } from '../settings-card.tsx';
import { sessionsKey, useEndOtherSessions, useEndSession } from './use-end-session.ts';

const loadingFailed = 'Failed to load sessions';

export function SessionsCard() {
  const { data, error, refetch } = useQuery({ queryKey: sessionsKey, queryFn: () => call(listSessions) });
  const others = data?.filter((session) => !session.current) ?? [];
  return (
    <SettingsCard
      title="Sessions"
      lede={
        data && others.length === 0
          ? 'This browser is the only one that is signed in.'
          : 'The browsers that are signed in to your account.'
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
      {!data && !error && <ListLoading text="Loading sessions..." rows={2} />}
      {!data && error && <ListFailure message={refusalMessage(error, loadingFailed)} onRetry={refetch} />}
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
          <Fact>
            Signed in <Ago inSentence moment={session.createdAt} />
          </Fact>
          <Fact>
            Last seen <Ago inSentence moment={session.lastSeenAt} />
          </Fact>
        </>
      }
      action={!session.current && <EndSession session={session} name={name} />}
    />
  );
}

function EndSession({ session, name }: { session: BrowserSession; name: string }) {
  const end = useEndSession(session.id);
  return (
    <Button size="small" busy={end.isPending} onClick={() => end.mutate()}>
      Sign out
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

function EndOthers() {
  const end = useEndOtherSessions();
  return (
    <Button size="small" busy={end.isPending} busyLabel="Signing Out..." onClick={() => end.mutate()}>
      Sign out all others
    </Button>
  );
}
