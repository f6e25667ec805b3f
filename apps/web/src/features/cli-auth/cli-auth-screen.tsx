import { isEmailVerified } from '@ballast/contract/auth/account-state';
import { cliMessages } from '@ballast/contract/cli/cli-auth';
import { useLocation } from '@tanstack/react-router';
import { Page } from '../../domain/page.tsx';
import { AccountQueries } from '../../session/account-queries.tsx';
import { useSession } from '../../session/session-state.ts';
import { BadRequest, VerifyFirst } from './cli-auth-views.tsx';
import { CliRequestView } from './cli-request-view.tsx';
import { loopbackRedirect } from './loopback-redirect.ts';

export function CliAuthScreen() {
  const { searchStr } = useLocation();
  return (
    <Page title="CLI Authentication" hull>
      <Request query={new URLSearchParams(searchStr)} />
    </Page>
  );
}

function Request({ query }: { query: URLSearchParams }) {
  const { user } = useSession();
  const state = query.get('state');
  const redirect = query.get('redirect');
  if (!state || !redirect) return <BadRequest message={cliMessages.missingParameters} />;
  const loopback = loopbackRedirect(redirect);
  if (!loopback) return <BadRequest message={cliMessages.foreignRedirect} />;
  if (!user) return null;
  if (!isEmailVerified(user)) return <VerifyFirst email={user.email} />;
  return (
    <AccountQueries key={`${user.id} ${state}`}>
      <CliRequestView user={user} state={state} redirect={loopback} />
    </AccountQueries>
  );
}
