// The link that verifies an address opens in another tab. So the address of the command line's request is stored for
// all tabs, for as long as such a request lasts.
import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { stored } from './browser-storage.ts';
import { cliAuthTarget } from './cli-auth-target.ts';

export const keepCliAuthReturn = (from: string | null) => {
  const target = cliAuthTarget(from);
  if (!target) return;
  const until = Date.now() + cliLimits.requestMinutes * 60_000;
  stored.cliAuthReturn.write(JSON.stringify({ target, until }));
};

export const forgetCliAuthReturn = () => stored.cliAuthReturn.remove();

// The sign-in screen redirects at once when the visitor is signed in, so this path works for everybody.
export const cliAuthSignInPath = (): string | null => {
  try {
    const { target, until } = JSON.parse(stored.cliAuthReturn.read() ?? '{}');
    const from = Date.now() < until ? cliAuthTarget(target) : null;
    return from && `/auth?${new URLSearchParams({ from })}`;
  } catch {
    return null;
  }
};
