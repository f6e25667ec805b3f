// An account's keys are read page by page, the newest first.
import {
  type ApiKey,
  type KeySort,
  type KeyStatus,
  keyLimits,
  listKeys,
} from '@ballast/contract/keys/api-keys';
import { toEnvironment } from '../../environments.ts';
import { pageCursors } from '../../network/paging.ts';
import type { PortalCall } from '../../network/portal-call.ts';

type WhichKeys = {
  environment: string | undefined;
  search?: string | undefined;
  status?: KeyStatus | undefined;
  sort?: KeySort | undefined;
  // All keys are read when it is left out.
  most?: number | undefined;
};

export async function* readKeys(
  call: PortalCall,
  { environment, most = Number.POSITIVE_INFINITY, ...filters }: WhichKeys,
): AsyncGenerator<ApiKey> {
  const which = { ...(environment ? { environment: toEnvironment(environment) } : {}), ...filters };
  const nextCursor = pageCursors();
  let left = most;
  let cursor: string | undefined;
  do {
    const limit = Math.min(left, keyLimits.longestPage);
    const { reply, headers } = await call.withHeaders(listKeys, { query: { ...which, limit, cursor } });
    // A portal that knows no pages answers everything at once.
    yield* reply.slice(0, left);
    left -= reply.length;
    cursor = left > 0 ? nextCursor(headers) : undefined;
  } while (cursor);
}

export const collectKeys = async (call: PortalCall, which: WhichKeys) => {
  const keys: ApiKey[] = [];
  for await (const key of readKeys(call, which)) keys.push(key);
  return keys;
};
