import type { AuthClient } from '../../../session/auth-client.ts';

// The client holds the session that asks for the proof.
export type ProofProps = { client: AuthClient; onProven: () => void };
