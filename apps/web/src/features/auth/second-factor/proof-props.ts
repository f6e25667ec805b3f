import type { Keeper } from '../../../session/keeper.ts';

// The client holds the session that asks for the proof.
export type ProofProps = { client: Keeper; onProven: () => void };
