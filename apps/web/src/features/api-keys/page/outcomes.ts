// What became of a request, and its colour: bars, legend and table all take it from here.
import type { UsageCounts } from '@ballast/contract/key-usage';

type Outcome = { kind: keyof UsageCounts; label: string; colour: string };

export const outcomes: readonly Outcome[] = [
  { kind: 'allowed', label: 'Allowed', colour: 'var(--accent-dash)' },
  { kind: 'limited', label: 'Limited', colour: 'var(--text-3)' },
  { kind: 'refused', label: 'Refused', colour: 'var(--danger)' },
];
