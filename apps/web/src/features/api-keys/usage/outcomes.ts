import type { UsageCounts } from '@ballast/contract/keys/key-usage';
import { outcomeNames } from '@ballast/contract/requests/requests';

export type OutcomeKind = keyof UsageCounts;

type Outcome = { kind: OutcomeKind; label: string; colour: string };

export const outcomes: readonly Outcome[] = [
  { kind: 'allowed', label: outcomeNames.allowed, colour: 'var(--chart-allowed)' },
  { kind: 'limited', label: outcomeNames.limited, colour: 'var(--chart-limited)' },
  { kind: 'refused', label: outcomeNames.refused, colour: 'var(--chart-refused)' },
];
