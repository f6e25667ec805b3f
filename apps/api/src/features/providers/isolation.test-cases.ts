import * as providers from '@ballast/contract/auth/provider-calls';
import { nothing, on, others, to, unknownToken } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';

export const cases = [
  on(
    providers.startProvider,
    ({ app }) => ({
      body: { provider: 'github', redirectUrl: `${app.deps.config.publicUrl}/auth/callback` },
    }),
    { unverified: 200 },
  ),
  on(providers.linkProvider, () => ({ body: { provider: 'github' } })),
  on(providers.finishProvider, () => ({ body: { provider: 'github', code: 'code', state: unknownToken } }), {
    unverified: 'state_invalid',
    because: 'only the browser that began finishes',
    withoutProof: refused('state_invalid'),
  }),
  on(
    providers.verifyProvider,
    () => ({ body: { provider: 'github', access_token: unknownToken, refresh_token: unknownToken } }),
    {
      unverified: 'provider_refused',
      because: 'only a session of this portal is accepted',
      withoutProof: refused('provider_refused'),
    },
  ),
  on(providers.disconnectProvider, () => ({ body: { provider: 'github' } }), {
    because: 'they have not connected it, or it is their only way in',
    except: {
      ...to(refused('not_found'), 'the owner', ...others),
      ...to(refused('conflict'), 'a user without a password'),
    },
  }),
  on(providers.listConnections, nothing),
];
