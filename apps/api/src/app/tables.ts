// Every table of the portal.
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as db from '../db/tables.ts';
import * as faucet from '../features/faucet/tables.ts';
import * as operator from '../features/operator/tables.ts';
import * as providers from '../features/providers/tables.ts';
import * as idempotency from '../http/idempotency/tables.ts';
import * as cli from '../identity/cli/tables.ts';
import * as factors from '../identity/factors/tables.ts';
import * as mailed from '../identity/mailed/tables.ts';
import * as recovery from '../identity/recovery/tables.ts';
import * as identity from '../identity/tables.ts';
import * as requests from '../key-check/requests/tables.ts';
import * as keyCheck from '../key-check/tables.ts';
import * as usage from '../key-check/usage/tables.ts';
import * as secrets from '../secrets/tables.ts';

const modules = [
  ...[db, secrets, identity, factors, mailed, recovery, cli, keyCheck, usage, requests, idempotency],
  ...[providers, operator, faucet],
];

export const tables: readonly PgTable[] = modules
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, PgTable));
