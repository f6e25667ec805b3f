import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addCreateKey } from './create.ts';
import { addDeleteKey } from './delete.ts';
import { addEndGrace } from './end-grace.ts';
import { addLimitRequests } from './limit-requests.ts';
import { addListKeys } from './list.ts';
import { addKeyRefusals } from './refusals.ts';
import { addRenameKey } from './rename.ts';
import { addReportKey } from './report.ts';
import { addRequestLimit } from './request-limit.ts';
import { addRestrictKey } from './restrict.ts';
import { addRotateKey } from './rotate.ts';
import { addShowKey } from './show.ts';
import { addKeyUsage } from './usage.ts';

export const addKeys = (program: Command, context: Context) => {
  const keys = program.command('keys').description('Manage your API keys');
  for (const add of [
    addListKeys,
    addShowKey,
    addKeyUsage,
    addKeyRefusals,
    addCreateKey,
    addRestrictKey,
    addRotateKey,
    addEndGrace,
    addRenameKey,
    addDeleteKey,
    addRequestLimit,
    addLimitRequests,
    addReportKey,
  ])
    add(keys, context);
};
