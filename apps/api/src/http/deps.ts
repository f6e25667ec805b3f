// Features work with these.
import type { faucetDrivers } from '@ballast/contract/faucet';
import type { KeyCheckDeps } from '../key-check/deps.ts';
import type { CallsInHand } from './limits/calls-in-hand.ts';

// An installation gives test tokens on the embedded ledger, or on a network.
export type Faucet = {
  kind: (typeof faucetDrivers)[number];
  addressNeeded: boolean;
  // Takes the claim's next step: settles it, or says when to look again. May be called twice for one step.
  advance(deps: Deps, claim: { id: string }): Promise<void>;
};

export type Deps = KeyCheckDeps & {
  callsInHand: CallsInHand;
  faucet: Faucet;
};
