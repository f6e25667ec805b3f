import type { UsageCounts } from '@ballast/contract/keys/key-usage';

export type OutcomeKind = keyof UsageCounts;

type Outcome = { kind: OutcomeKind; label: string; colour: string };

export const outcomes: readonly Outcome[] = [
  { kind: 'allowed', label: 'Allowed', colour: 'var(--chart-allowed)' },
  { kind: 'limited', label: 'Limited', colour: 'var(--chart-limited)' },
  { kind: 'refused', label: 'Refused', colour: 'var(--chart-refused)' },
];
