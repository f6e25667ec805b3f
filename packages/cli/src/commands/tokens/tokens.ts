import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addCreateToken } from './create.ts';
import { addListTokens } from './list.ts';
import { addRevokeToken } from './revoke.ts';

export const addTokens = (program: Command, context: Context) => {
  const tokens = program.command('tokens').description('Tokens for machines, and what they may do');
  for (const add of [addCreateToken, addListTokens, addRevokeToken]) add(tokens, context);
};
