// The restrictions of a key as a form holds them, and as the portal takes them. What is left empty restricts nothing.
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import * as z from 'zod/mini';
import { localDay } from '../../../lib/dates.ts';

export const expiryChoices = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: 'date', label: 'On a date' },
] as const;

export const accessChoices = ['full', 'read', 'custom'] as const;
export type Access = (typeof accessChoices)[number];

export const restrictionFields = {
  expiry: z.enum(expiryChoices.map(({ value }) => value)),
  // A day of the reader's own, as '2026-11-15'.
  expiresAt: z.string(),
  access: z.enum(accessChoices),
  scopes: z.array(z.string()),
  allowedNetworks: z.string(),
};

export type RestrictionValues = {
  expiry: (typeof expiryChoices)[number]['value'];
  expiresAt: string;
  access: Access;
  scopes: string[];
  allowedNetworks: string;
};

export const noRestrictions: RestrictionValues = {
  expiry: 'never',
  expiresAt: '',
  access: 'full',
  scopes: [],
  allowedNetworks: '',
};

export const dateChosen = z.refine<RestrictionValues>(
  ({ expiry, expiresAt }) => expiry !== 'date' || expiresAt !== '',
  { path: ['expiresAt'], error: 'Please select a date' },
);

// A key without scopes may do everything. Somebody who chose Custom does not mean that.
export const scopesChosen = z.refine<RestrictionValues>(
  ({ access, scopes }) => access === 'full' || scopes.length > 0,
  { path: ['scopes'], error: 'Select at least one scope, or choose Full access' },
);

const dayMs = 24 * 3600 * 1000;

export const restrictionValues = ({ expiresAt, scopes, allowedNetworks }: ApiKey): RestrictionValues => ({
  expiry: expiresAt ? 'date' : 'never',
  expiresAt: expiresAt ? localDay(new Date(expiresAt)) : '',
  access: scopes ? 'custom' : 'full',
  scopes: scopes ?? [],
  allowedNetworks: (allowedNetworks ?? []).join('\n'),
});

// The key is good until the end of the chosen day.
const expiryOf = ({ expiry, expiresAt }: RestrictionValues) => {
  if (expiry === 'never') return null;
  if (expiry === 'date') return new Date(`${expiresAt}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(expiry) * dayMs).toISOString();
};

export const networksIn = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((network) => network.trim())
    .filter(Boolean);

const listOrNone = (list: string[]) => (list.length ? list : null);

// Only what differs from what there was is sent, so that a time of day that was set elsewhere stays.
export const changedRestrictions = (
  values: RestrictionValues,
  before: RestrictionValues,
): GivenRestrictions => {
  const same = (...names: (keyof RestrictionValues)[]) =>
    names.every((name) => String(values[name]) === String(before[name]));
  return {
    ...(same('expiry', 'expiresAt') ? {} : { expiresAt: expiryOf(values) }),
    ...(same('scopes') ? {} : { scopes: listOrNone(values.scopes) }),
    ...(same('allowedNetworks') ? {} : { allowedNetworks: listOrNone(networksIn(values.allowedNetworks)) }),
  };
};
