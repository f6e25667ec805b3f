import { scopeOfKeys } from '@ballast/contract/cli/cli-scopes';
import {
  type ApiKey,
  type Environment,
  environments,
  type KeySort,
  type KeyStatus,
} from '@ballast/contract/keys/api-keys';
import { restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import { and, eq, exists, getTableColumns, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { keyUsageMinutes } from '../../key-check/usage/tables.ts';
import { inOrder, inOrderOfPosition, isAfter, positionIn, writeCursor } from './key-order.ts';
import { findKey, isActiveIn } from './owned-key.ts';
import { toApiKeys, toApiKeyWithRequest } from './to-api-key.ts';

type Page = {
  environment?: Environment | undefined;
  limit: number;
  cursor?: string | undefined;
  id?: string | undefined;
  search?: string | undefined;
  status?: KeyStatus | undefined;
  sort: KeySort;
};

const dayMs = 24 * 3600 * 1000;

// Unlike in a pattern, every character is literal.
const isFound = (search: string) => sql`strpos(lower(${apiKeys.name}), lower(${search})) > 0`;

const wasLimited = (deps: Deps) =>
  exists(
    deps.db
      .select({ one: sql`1` })
      .from(keyUsageMinutes)
      .where(
        and(
          eq(keyUsageMinutes.keyId, apiKeys.id),
          gte(keyUsageMinutes.minute, new Date(deps.now().getTime() - dayMs)),
          gt(keyUsageMinutes.limited, 0),
        ),
      ),
  );

const isExpiring = (now: Date) =>
  and(
    gt(apiKeys.expiresAt, now),
    lte(apiKeys.expiresAt, new Date(now.getTime() + restrictionLimits.expiringDays * dayMs)),
  );

const hasStatus = (deps: Deps, status: KeyStatus | undefined): SQL | undefined => {
  const now = deps.now();
  switch (status) {
    case 'active':
      return or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
    case 'expired':
      return lte(apiKeys.expiresAt, now);
    case 'expiring':
      return isExpiring(now);
    case 'unused':
      return isNull(apiKeys.lastUsedAt);
    case 'limited':
      return wasLimited(deps);
    case undefined:
      return undefined;
  }
};

// An index walk; two are merged for both environments.
const walk = (deps: Deps, ownerId: string, environment: Environment, most: number, page: Page) =>
  deps.db
    .select({ ...getTableColumns(apiKeys), position: positionIn(page.sort).as('position') })
    .from(apiKeys)
    .where(
      and(
        isActiveIn(ownerId, environment),
        page.id ? eq(apiKeys.id, page.id) : undefined,
        page.search ? isFound(page.search) : undefined,
        hasStatus(deps, page.status),
        page.cursor ? isAfter(page.sort, page.cursor) : undefined,
      ),
    )
    .orderBy(...inOrder(page.sort))
    .limit(most);

const findRows = (deps: Deps, ownerId: string, most: number, page: Page) => {
  const walkIn = (environment: Environment) => walk(deps, ownerId, environment, most, page);
  if (page.environment) return walkIn(page.environment);
  const [sandbox, production] = environments;
  return unionAll(walkIn(sandbox), walkIn(production))
    .orderBy(...inOrderOfPosition(page.sort))
    .limit(most);
};

// Without the scope to read the account, a command line reads the keys that it may manage.
const listedEnvironment = ({ grant }: Actor, environment: Environment | undefined) => {
  if (environment || !grant || grant.scopes.includes('read')) return environment;
  const [one, ...others] = environments.filter((environment) =>
    grant.scopes.includes(scopeOfKeys[environment]),
  );
  return others.length ? undefined : one;
};

export const listKeys = async (deps: Deps, actor: Actor, ownerId: string, wanted: Page) => {
  const page = { ...wanted, environment: listedEnvironment(actor, wanted.environment) };
  const rows = await findRows(deps, ownerId, page.limit + 1, page);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const keys: ApiKey[] = await toApiKeys(deps, actor, ownerId, shown);
  return { keys, nextCursor: rows.length > page.limit && last ? writeCursor(page.sort, last) : null };
};

export const getKey = async (deps: Deps, actor: Actor, ownerId: string, id: string): Promise<ApiKey> =>
  toApiKeyWithRequest(deps, deps.db, actor, await findKey(deps.db, ownerId, id));
