import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addPullEnv } from './pull.ts';

export const addEnv = (program: Command, context: Context) =>
  addPullEnv(program.command('env').description('Keys for programs'), context);
