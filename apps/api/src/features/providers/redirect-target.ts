// Checks where the browser comes back to and what it brings along: nothing may lead out of the portal.
import { providerMessages } from '@ballast/contract/auth/provider-messages';
import { Failure } from '../../runtime/failure.ts';
import type { Config } from '../../runtime/settings/config.ts';

export type Target = { redirectTo: 'settings' | null; from: string | null };

export const callbackUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/auth/callback`;

// This matches the path itself and the path with a query, but neither '/cli/authority' nor '//host'.
const cliAuthAddress = /^\/cli\/auth(\?[!-~]*)?$/;

export const readTarget = (config: Pick<Config, 'publicUrl'>, redirectUrl: string): Target => {
  const url = new URL(redirectUrl);
  const { searchParams: query } = url;
  const own = new URL(callbackUrl(config));
  if (url.origin !== own.origin || url.pathname !== own.pathname || url.username || url.password) {
    const message = providerMessages.redirectForeign;
    throw new Failure('validation_failed', { message, fields: { redirectUrl: message } });
  }
  const from = query.get('from');
  return {
    redirectTo: query.get('redirect_to') === 'settings' ? 'settings' : null,
    from: from && cliAuthAddress.test(from) ? from : null,
  };
};
