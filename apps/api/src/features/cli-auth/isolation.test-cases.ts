import * as cli from '@ballast/contract/cli/cli-auth';
import { type CliScope, cliScopes } from '@ballast/contract/cli/cli-scopes';
import { challengeOf, newSecrets, startCliLogin } from '../../../testing/cli-login.ts';
import { nothing, ok, on, others, to } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';
import { newName, type World } from '../../../testing/isolation/world.ts';

const tokensWithoutRead = cliScopes
  .filter((scope) => scope !== 'read')
  .map((scope) => `a CLI token for ${scope}` as const);
const anOpenRequest = async ({ app }: World) => ({ state: (await startCliLogin(app)).state });

export const cases = [
  on(
    cli.startCliAuth,
    () => {
      const { state, codeVerifier } = newSecrets();
      return { body: { state, codeChallenge: challengeOf(codeVerifier), deviceName: 'laptop' } };
    },
    { unverified: 201 },
  ),
  on(cli.getCliRequest, async (world) => ({ params: await anOpenRequest(world) }), {
    because: 'a request is nobody’s until it is answered; whoever opens its link answers for themselves',
    except: to(ok, ...others),
  }),
  on(cli.completeCliAuth, async (world) => ({ body: await anOpenRequest(world) })),
  on(cli.denyCliAuth, async (world) => ({ body: await anOpenRequest(world) })),
  on(cli.fetchCliToken, () => ({ body: newSecrets() }), {
    unverified: 'not_found',
    because: 'only the verifier opens a request',
    withoutProof: refused('not_found'),
  }),
  on(cli.logOutCli, nothing, { unverified: 'only_for_cli', endsSession: true }),
  on(cli.listDevices, nothing),
  on(
    cli.createCliToken,
    () => ({
      body: { name: newName(), scopes: ['read'] as CliScope[], expiresInDays: 30 },
    }),
    {
      because: 'a token gives on what it has',
      except: to(refused('scope_missing'), ...tokensWithoutRead),
    },
  ),
  on(cli.revokeDevice, ({ owner }) => ({ params: { id: owner.device.deviceId } }), {
    because: 'a token ends no person’s device',
    except: to(refused('not_for_cli'), 'a CLI token', 'a CLI token for read', ...tokensWithoutRead),
  }),
];
