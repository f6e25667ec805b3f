import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addListProfiles } from './list.ts';
import { addUseProfile } from './use.ts';

export const addProfiles = (program: Command, context: Context) => {
  const profiles = program.command('profiles').description('Sign-ins to several portals and accounts');
  for (const add of [addListProfiles, addUseProfile]) add(profiles, context);
};
