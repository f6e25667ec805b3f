import * as keys from '@ballast/contract/keys/api-keys';
import { reportKey, reportLeaks } from '@ballast/contract/keys/key-leaks';
import { listRefusals } from '@ballast/contract/keys/key-refusals';
import { listKeyScopes } from '@ballast/contract/keys/key-restrictions';
import { getKeyUsage, getUsage } from '@ballast/contract/keys/key-usage';
import { tryNetworks } from '@ballast/contract/keys/network-dry-run';
import { listKeyRequests, listRequests, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { restoreKey, restoreKeys } from '@ballast/contract/keys/restore-key';
import { nothing, ok, on, others, theKey, to, unknownToken } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';
import { newName, newSandboxKey, type World } from '../../../testing/isolation/world.ts';

const someNewKeys = async ({ owner }: World) => {
  const ids = [owner, owner].map(async ({ call }) => (await newSandboxKey(call)).id);
  return { body: { ids: await Promise.all(ids) } };
};
const someNetworks = () => ({ body: { allowedNetworks: ['203.0.113.0/24'] } });
const aDeletedKey = async ({ owner }: World) => {
  const params = { id: (await newSandboxKey(owner.call)).id };
  await owner.call(keys.deleteKey, { params });
  return { params };
};
const someDeletedKeys = async (world: World) => {
  const request = await someNewKeys(world);
  await world.owner.call(keys.deleteKeys, request);
  return request;
};
const aNewKey = async ({ owner }: World) => ({ params: { id: (await newSandboxKey(owner.call)).id } });

export const cases = [
  on(keys.createKey, () => ({ body: { name: newName(), environment: 'SANDBOX' } })),
  on(keys.listKeys, () => ({ query: {} }), {
    because: 'without an environment it lists what the token may see',
    except: to(ok, 'a CLI token for keys:production'),
  }),
  on(keys.getKey, theKey),
  on(keys.updateKey, async (world) => ({ ...(await aNewKey(world)), body: { name: newName() } })),
  on(keys.rotateKey, aNewKey),
  on(keys.endGrace, theKey),
  on(reportKey, () => ({ body: { key: unknownToken } }), { unverified: 202 }),
  on(reportLeaks, nothing, {
    unverified: 'signature_invalid',
    because: 'only the signature of a known service counts',
    withoutProof: refused('signature_invalid'),
  }),
  on(keys.deleteKey, aNewKey),
  on(restoreKey, aDeletedKey),
  on(listKeyScopes, nothing),
  on(keys.deleteKeys, someNewKeys, {
    because: 'the ids are not theirs',
    except: to(refused('not_found'), ...others),
  }),
  on(restoreKeys, someDeletedKeys, {
    because: 'the ids are not theirs',
    except: to(refused('not_found'), ...others),
  }),
  on(requestRateLimit, async (world) => ({
    ...(await aNewKey(world)),
    body: { requestedLimit: 60, reason: 'We onboard three merchants in May.' },
  })),
  on(listKeyRequests, theKey),
  on(listRequests, nothing),
  on(getUsage, () => ({ query: { environment: 'SANDBOX' } })),
  on(listRefusals, theKey),
  on(tryNetworks, (world) => ({ ...theKey(world), ...someNetworks() })),
  on(getKeyUsage, (world) => ({ ...theKey(world), query: {} })),
];
