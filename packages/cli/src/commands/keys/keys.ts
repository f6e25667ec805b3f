import type { AddCommand } from '../../help/add-command.ts';
import { addCreateKey } from './create.ts';
import { addDeleteKey } from './delete.ts';
import { addListKeys } from './list.ts';
import { addRenameKey } from './rename.ts';
import { addReportKey } from './report.ts';
import { addLimitRequests, addRequestLimit } from './request-limit.ts';
import { addRestrictKey } from './restrict.ts';
import { addEndGrace, addRotateKey } from './rotate.ts';
import { addKeyRefusals, addShowKey } from './show.ts';
import { addKeyUsage } from './usage.ts';

export const addKeys: AddCommand = (program, context) => {
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
