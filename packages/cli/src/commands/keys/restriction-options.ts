// What a key is restricted to, as flags: until when it works, what it may do and from where.
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

const hourMs = 3600 * 1000;
const spans: Record<string, number> = { h: hourMs, d: 24 * hourMs };

// Words that lift a restriction, in the place of a value.
const lifted = { expires: 'never', scope: 'all', allow: 'any' } as const;

// A day without a time is meant whole, where its reader lives.
const endOfDay = (text: string) => new Date(`${text}T23:59:59`);

const momentOf = (text: string, now: number) => {
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const span = spans[unit];
  if (count && span) return new Date(now + Number(count) * span);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? endOfDay(text) : new Date(text);
};

export const parseExpires = (text: string, now = Date.now()): Date | null => {
  if (text === lifted.expires) return null;
  const moment = momentOf(text, now);
  const isTime = /^\d/.test(text) && !Number.isNaN(moment.getTime());
  if (!isTime)
    throw new InvalidArgumentError(
      `It must be a time from now, such as 30d or 12h, a date, such as 2027-01-31, or ${lifted.expires}.`,
    );
  if (moment.getTime() <= now) throw new InvalidArgumentError('It must be in the future.');
  return moment;
};

// Several values are separated by commas, or the flag is repeated.
const collect = (text: string, earlier: string[] = []) => [
  ...earlier,
  ...text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
];

export const expiresOption = new Option(
  '--expires <when>',
  `when the key expires: 30d, 12h, 2027-01-31 or ${lifted.expires}`,
).argParser((text) => parseExpires(text));

export const scopeOption = new Option(
  '--scope <scopes>',
  `what the key can do: scopes, separated by commas, or ${lifted.scope}`,
).argParser(collect);

export const allowOption = new Option(
  '--allow <networks>',
  `where the key works: IP addresses and ranges, separated by commas, or ${lifted.allow}`,
).argParser(collect);

type Flags = {
  expires?: Date | null | undefined;
  scope?: string[] | undefined;
  allow?: string[] | undefined;
};

const listOf = (values: string[], nothing: string) =>
  values.length === 1 && values[0] === nothing ? null : values;

export const restrictionsOf = ({ expires, scope, allow }: Flags): GivenRestrictions => ({
  ...(expires === undefined ? {} : { expiresAt: expires?.toISOString() ?? null }),
  ...(scope ? { scopes: listOf(scope, lifted.scope) } : {}),
  ...(allow ? { allowedNetworks: listOf(allow, lifted.allow) } : {}),
});
