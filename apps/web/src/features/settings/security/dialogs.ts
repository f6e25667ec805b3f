// One dialog of the security section is open at a time. Several buttons lead to the same one.
import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import type { Passkey } from './account-security.ts';

export type SecurityDialog =
  | { kind: 'password' }
  | { kind: 'add-passkey' }
  | { kind: 'rename-passkey'; passkey: Passkey }
  | { kind: 'remove-passkey'; passkey: Passkey }
  | { kind: 'add-app' }
  | { kind: 'add-key' }
  | { kind: 'remove-factor'; factor: Factor }
  | { kind: 'create-codes' }
  | { kind: 'replace-codes' }
  | { kind: 'remove-codes' };

export type ShowDialog = (dialog: SecurityDialog) => void;

// A dialog begins anew each time, because its key changes, and stays mounted while it fades away.
export const useSecurityDialog = () => {
  const [state, setState] = useState<{ key: number; open: boolean; dialog: SecurityDialog | null }>({
    key: 0,
    open: false,
    dialog: null,
  });
  return {
    ...state,
    show: (dialog: SecurityDialog) => setState(({ key }) => ({ key: key + 1, open: true, dialog })),
    close: () => setState((current) => ({ ...current, open: false })),
  };
};
