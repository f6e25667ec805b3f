import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';
import { oneOf } from './http/field.ts';
import { cursor, pageLimit } from './http/paging.ts';
import { environments } from './keys/api-keys.ts';
import { moment } from './text.ts';

const activityCategory = {
  key_created: 'api_key',
  key_updated: 'api_key',
  key_rotated: 'api_key',
  key_deleted: 'api_key',
  key_restored: 'api_key',
  key_leaked: 'api_key',
  key_restricted: 'api_key',
  key_expired: 'api_key',
  cli_token_created: 'api_key',
  account_created: 'account',
  profile_updated: 'account',
  account_secured: 'account',
  data_exported: 'account',
  account_deletion_requested: 'account',
  account_kept: 'account',
  account_deleted: 'account',
  login: 'auth',
  login_failed: 'auth',
  oauth_login: 'auth',
  oauth_signup: 'auth',
  cli_login: 'auth',
  logout: 'auth',
  passkey_added: 'auth',
  passkey_removed: 'auth',
  user_logout: 'auth',
  second_factor_added: 'auth',
  second_factor_removed: 'auth',
  second_factor_failed: 'auth',
  second_factor_reset_requested: 'auth',
  second_factor_reset: 'auth',
  recovery_codes_created: 'auth',
  recovery_code_used: 'auth',
  faucet_request: 'faucet',
  faucet_request_success: 'faucet',
  faucet_rate_limited: 'faucet',
  faucet_request_failed: 'faucet',
} as const;

// Their category is 'other'.
type OtherActivity =
  | 'email_verified'
  | 'email_change_requested'
  | 'email_changed'
  | 'password_reset_requested'
  | 'password_changed'
  | 'oauth_connected'
  | 'oauth_disconnected'
  | 'session_revoked'
  | 'cli_denied'
  | 'cli_revoked'
  | 'rate_limit_requested'
  | 'rate_limit_approved'
  | 'rate_limit_denied'
  | 'rate_limit_changed';

type CategorisedActivity = keyof typeof activityCategory;
export type ActivityType = CategorisedActivity | OtherActivity;

// The history of an API key is made of these.
export type KeyActivityType = Extract<ActivityType, `key_${string}` | `rate_limit_${string}`>;
export type AccountActivityType = Exclude<ActivityType, KeyActivityType>;

export const categories = ['api_key', 'account', 'auth', 'faucet', 'other'] as const;
export type ActivityCategory = (typeof categories)[number];

export const categoryOf = (type: string): ActivityCategory =>
  Object.hasOwn(activityCategory, type) ? activityCategory[type as CategorisedActivity] : 'other';

export const typesIn = (category: ActivityCategory) =>
  (Object.keys(activityCategory) as CategorisedActivity[]).filter(
    (type) => activityCategory[type] === category,
  );

export const allCategorised = Object.keys(activityCategory) as CategorisedActivity[];

export const activityFetchSize = 100;

export const activity = z.object({
  id: z.uuid(),
  type: z.string(),
  title: z.nullable(z.string()),
  description: z.string(),
  timestamp: z.string(),
  environment: z.nullable(z.enum(environments)),
});

export type Activity = z.infer<typeof activity>;

const writtenInCapitals = new Set(['cli', 'oauth', 'api']);
const capitals: Record<string, string> = { cli: 'CLI', oauth: 'OAuth', api: 'API' };

const titleWord = (word: string) =>
  writtenInCapitals.has(word.toLowerCase())
    ? (capitals[word.toLowerCase()] ?? word)
    : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

export const activityTitle = ({ type, title }: Pick<Activity, 'type' | 'title'>) => {
  const words = title ?? (categoryOf(type) === 'other' ? 'activity' : type);
  return words
    .split(/[_\s]+/)
    .filter(Boolean)
    .map(titleWord)
    .join(' ');
};

// 'Login on user 42 from 192.0.2.1' becomes 'from 192.0.2.1'.
const withoutUser = (text: string) => {
  const [, ...behind] = text.split(/\bon user\b/i);
  const place = behind.findLastIndex((part) => /\bfrom \S/i.test(part));
  const rest = behind.slice(place).join('on user');
  return place < 0 ? text : rest.slice(rest.search(/\bfrom \S/i));
};

export const activityDescription = (description: string) =>
  withoutUser(description.replaceAll(/::ffff:(?=\d)/gi, ''));

// `after` is the start of the chosen time, in the reader's own time zone.
const filters = {
  environment: z.optional(oneOf('environment', environments)),
  category: z.optional(oneOf('category', categories)),
  after: z.optional(moment('after')),
  keyId: z.optional(z.uuid('keyId must be the id of a key')),
};

export const listActivities = endpoint('GET', '/activities', {
  auth: 'verified',
  cli: ['read'],
  summary: 'List activity, newest first; pass x-next-cursor to get the next page',
  query: z.object({
    ...filters,
    limit: pageLimit({ most: activityFetchSize, usual: activityFetchSize }),
    cursor,
  }),
  reply: z.array(activity),
});

export const exportActivities = endpoint('GET', '/activities/export', {
  cost: 'logExport',
  auth: 'verified',
  cli: ['read'],
  summary: 'Export activity as a file',
  query: z.object({ ...filters, format: oneOf('format', ['csv', 'json']) }),
  download: true,
  reply: z.string(),
});

export const activityCalls = [listActivities, exportActivities];
