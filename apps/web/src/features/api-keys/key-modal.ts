// Which dialog of the keys tab is shown, and what it is about.
import type { ApiKey } from '@ballast/contract/keys/api-keys';

export type KeyAction = 'rename' | 'rotate' | 'end-grace' | 'delete' | 'request-limit' | 'show-request';
export type KeyModal =
  | { kind: 'create' | 'complete-profile' }
  | { kind: 'delete-many'; keys: ApiKey[] }
  | { kind: KeyAction; apiKey: ApiKey };
