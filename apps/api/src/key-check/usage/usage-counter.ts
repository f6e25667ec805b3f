import type { KeyLanes } from '../requests/lanes.ts';

// How one presented value was used since it was last collected.
export type UsageKind = 'allowed' | 'limited' | 'refused';

export type AddressUse = { readonly address: string; requests: number; lastAt: number };

export type Counter = Record<UsageKind, number> & {
  readonly keyId: string;
  readonly ownerId: string;
  // The hash of the value that was used: after a rotation an older use is no use of the new value.
  readonly secretHash: string;
  lastAt: number;
  address: string;
  userAgent: string;
  open: boolean;
  // The address that was counted last; all of them as soon as there are two.
  use: AddressUse | null;
  uses: Map<string, AddressUse> | null;
  // The rows of its key that wait to be written.
  lanes: KeyLanes | null;
};

export const newCounter = (keyId: string, ownerId: string, secretHash: string): Counter => ({
  keyId,
  ownerId,
  secretHash,
  allowed: 0,
  limited: 0,
  refused: 0,
  lastAt: 0,
  address: '',
  userAgent: '',
  open: false,
  use: null,
  uses: null,
  lanes: null,
});
