import { getFaucet, getTransfer, requestTokens } from '@ballast/contract/faucet';
import { getBalance } from '@ballast/contract/keys/key-check';
import { nothing, on, to } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';

export const cases = [
  on(requestTokens, () => ({ body: {} }), {
    because: 'the owner has had their tokens today',
    except: to(refused('rate_limited'), 'the owner', 'a CLI token', 'a CLI token for faucet'),
    logsRefusals: true,
  }),
  on(getTransfer, ({ owner }) => ({ params: { id: owner.transfer.id } })),
  on(getFaucet, nothing),
  on(getBalance, nothing, {
    unverified: 'key_unknown',
    because: 'the balance is one of the sandbox',
    except: to(refused('only_for_sandbox'), 'a production key'),
  }),
];
