// Portals as processes on the database that this run is about.

import { getTransfer } from '@ballast/contract/faucet';
import type { createClient } from '@ballast/contract/http/client';
import { openPortals } from '@ballast/harness/portals';
import { waitFor } from '@ballast/harness/wait-for';
import { expect } from 'vitest';
import { databaseVariables } from './databases/database.ts';

export const portalProcesses = async (settings: Record<string, string> = {}) =>
  openPortals({ ...(await databaseVariables()), ...settings });

export const completedTransfer = (call: ReturnType<typeof createClient>, id: string) =>
  waitFor(`transfer ${id} to be completed`, async () => {
    const transfer = await call(getTransfer, { params: { id } });
    expect(transfer.status).toBe('COMPLETED');
    return transfer;
  });
