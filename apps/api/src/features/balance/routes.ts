import { getBalance } from '@ballast/contract/key-check';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { readBalance } from './read-balance.ts';

export const balanceRoutes = (serve: Serve, deps: Deps) => {
  serve(getBalance, ({ key }) => readBalance(deps, key), { 'cache-control': 'no-store' });
};
