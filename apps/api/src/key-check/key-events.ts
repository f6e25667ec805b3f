// What webhooks say of a key, in the transaction that changes it. No event holds its value.
import type { PortalEventData, PortalEventType } from '@ballast/contract/webhooks/event-types';
import type { Db } from '../db/connections/open.ts';
import { type PortalEvent, type Recording, recordPortalEvents } from '../identity/webhooks/record-event.ts';
import type { ApiKeyRow } from './tables.ts';

export const namedKey = ({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>) => ({ keyId: id, name });

export const keyFacts = (key: ApiKeyRow) => ({
  ...namedKey(key),
  rateLimit: key.rateLimit,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  scopes: key.scopes,
  allowedNetworks: key.allowedNetworks,
});

export const keyEvent = <T extends PortalEventType>(
  { userId, environment }: Pick<ApiKeyRow, 'userId' | 'environment'>,
  type: T,
  data: PortalEventData<T>,
) => ({ ownerId: userId, environment, type, data }) as PortalEvent;

export const recordKeyEvent = <T extends PortalEventType>(
  deps: Recording,
  tx: Db,
  key: Pick<ApiKeyRow, 'userId' | 'environment'>,
  type: T,
  data: PortalEventData<T>,
) => recordPortalEvents(deps, tx, [keyEvent(key, type, data)]);
