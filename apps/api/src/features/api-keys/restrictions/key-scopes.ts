// KEY_SCOPES says what an API key can be restricted to. The provider's own API knows what each scope opens, and its gateway
// names the one that a request needs.

import { isScope, type KeyScope, restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import * as z from 'zod/mini';
import { settings } from '../../../runtime/settings/declared.ts';
import { readBy } from '../../../runtime/settings/shapes.ts';

const usualScopes = [
  'balances:read=See balances',
  'payments:read=See payments',
  'payments:write=Create, capture and cancel payments',
  'refunds:read=See refunds',
  'refunds:write=Refund payments',
  'transfers:read=See transfers between accounts',
  'transfers:write=Transfer tokens to other accounts',
  'payouts:read=See payouts',
  'payouts:write=Pay out to bank accounts',
  'customers:read=See customers',
  'customers:write=Create and change customers',
  'webhooks:read=See webhook endpoints and deliveries',
  'webhooks:write=Create, change and delete webhook endpoints',
].join(';');

const readScope = (pair: string): KeyScope | null => {
  const at = pair.indexOf('=');
  const scope = pair.slice(0, at).trim();
  const description = pair.slice(at + 1).trim();
  const isDescribed = description.length > 0 && description.length <= restrictionLimits.scopeDescription;
  return at > 0 && isScope(scope) && isDescribed ? { scope, description } : null;
};

// The result is null when a pair is malformed, a scope is repeated, or there are too many.
const readKeyScopes = (text: string): KeyScope[] | null => {
  const pairs = text.split(';').filter((pair) => pair.trim());
  const scopes = pairs.map(readScope).filter((scope) => scope !== null);
  const names = new Set(scopes.map(({ scope }) => scope));
  const isGood = names.size === pairs.length && names.size > 0 && names.size <= restrictionLimits.scopes;
  return isGood ? scopes : null;
};

const fault =
  'must be scope=description pairs separated by semicolons, each scope once, such as payments:read=See payments';

export const keyScopes = settings(
  {
    KEY_SCOPES: z.prefault(
      readBy((text) => readKeyScopes(text) ?? { fault }),
      usualScopes,
    ),
  },
  (vars) => vars.KEY_SCOPES,
);
