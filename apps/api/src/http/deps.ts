// Features work with these.
import type { faucetDrivers } from '@ballast/contract/faucet';
import type { KeyCheckDeps } from '../key-check/deps.ts';
import type { CallsInHand } from './calls-in-hand.ts';

// An installation gives test tokens on the embedded ledger, or on a network.
export type FaucetFacts = { kind: (typeof faucetDrivers)[number]; addressNeeded: boolean };

export type Deps = KeyCheckDeps & {
  callsInHand: CallsInHand;
  faucet: FaucetFacts;
};
