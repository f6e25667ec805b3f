import { isCalendarDay } from '@ballast/contract/calendar-day';
import { counted } from '@ballast/contract/counted';
import type { Input } from '@ballast/contract/http/endpoint';
import { eitherOf } from '@ballast/contract/http/field';
import { requestStatuses } from '@ballast/contract/keys/api-keys';
import { requestsOf, type UsageCounts } from '@ballast/contract/keys/key-usage';
import {
  decideReview,
  getReview,
  listReviews,
  type ReviewedRequest,
  type ReviewedUsage,
} from '@ballast/contract/operator/operator';
import { formatCount, formatTable, listRows, minuteOf } from '../command-line/format-table.ts';
import { UsageProblem } from '../command-line/problems.ts';
import { type AddCommands, needValue } from '../command-line/session.ts';

const counts = (usage: UsageCounts) =>
  `${counted(requestsOf(usage), 'request')}: ${formatCount(usage.allowed)} allowed, ${formatCount(usage.limited)} rate limited, ${formatCount(usage.refused)} rejected`;

const busiest = ({ busiestMinute }: ReviewedUsage) => {
  if (!busiestMinute) return 'none in 30 days';
  const { at, requests } = busiestMinute;
  return `${counted(requests, 'request')} (${(requests / 60).toFixed(1)} per second) at ${minuteOf(at)} UTC`;
};

type LastUse = Pick<ReviewedRequest, 'lastUsedAt' | 'lastUsedAddress' | 'lastUsedUserAgent'>;

export const formatLastUse = ({ lastUsedAt, lastUsedAddress, lastUsedUserAgent }: LastUse) => {
  if (!lastUsedAt) return 'never';
  return `${minuteOf(lastUsedAt)} UTC from ${lastUsedAddress ?? 'an unknown address'}${lastUsedUserAgent ? ` (${lastUsedUserAgent})` : ''}`;
};

export const formatRequests = (requests: ReviewedRequest[]) => {
  if (!requests.length) return 'No requests.';
  const rows = requests.map((request) => [
    request.id.slice(0, 8),
    request.status,
    request.environment,
    `${request.currentLimit} → ${request.requestedLimit}`,
    request.email,
    request.keyName,
    minuteOf(request.createdAt),
    formatCount(requestsOf(request.usage.last30Days)),
    formatCount(request.usage.last30Days.limited),
  ]);
  const head = [
    'ID',
    'STATUS',
    'ENVIRONMENT',
    'REQ/SEC',
    'DEVELOPER',
    'KEY',
    'ASKED (UTC)',
    'USED 30 D',
    'LIMITED',
  ];
  return formatTable([head, ...rows]);
};

export const formatUsageRows = (usage: ReviewedUsage) => [
  ['Last 24 h', counts(usage.lastDay)],
  ['Last 30 days', counts(usage.last30Days)],
  ['Busiest minute', busiest(usage)],
];

// What the key had when it was decided, or has while it is not.
const limits = ({ status, currentLimit, requestedLimit, approvedLimit }: ReviewedRequest) => {
  const given = approvedLimit === null ? '' : `, ${approvedLimit} given`;
  return `${currentLimit} req/sec ${status === 'PENDING' ? 'now' : 'before'}, ${requestedLimit} asked for${given}`;
};

export const formatRequest = (request: ReviewedRequest) =>
  formatTable([
    ['Request', request.id],
    ['Status', request.status],
    ['Developer', request.company ? `${request.email} (${request.company})` : request.email],
    ['Key', `${request.keyName} (${request.environment})`],
    ['Limit', limits(request)],
    ...formatUsageRows(request.usage),
    ['Last used', formatLastUse(request)],
    ['Asked', `${minuteOf(request.createdAt)} UTC`],
    ['Decided', request.decidedAt ? `${minuteOf(request.decidedAt)} UTC` : 'not yet'],
    ...listRows('Note', (request.note ?? '').split('\n')),
    ...listRows('Reason', request.reason.split('\n')),
  ]);

// A day ends with it, in UTC. A time is taken as it is.
const endOfDay = (text: string) =>
  isCalendarDay(text) ? new Date(Date.parse(`${text}T00:00:00Z`) + 24 * 3_600_000).toISOString() : text;

const question = 'Add the request: its id, or the start of it.';

const readStatus = (word = 'pending') => {
  if (word === 'all') return {};
  const status = requestStatuses.find((each) => each === word.toUpperCase());
  if (!status)
    throw new UsageProblem(`status must be ${eitherOf([...requestStatuses, 'all']).toLowerCase()}`);
  return { status };
};

export const addRequestCommands: AddCommands = (program, { call, print }) => {
  const requests = program.command('requests');
  const decide = async (id: string, body: Input<typeof decideReview>['body']) =>
    print(await call(decideReview, { params: { id }, body }), formatRequest);
  requests
    .command('list')
    .description('lists rate-limit requests, oldest first (default: pending)')
    .usage('[--status pending|approved|denied|all]')
    .option('--status <STATUS>')
    .action(async ({ status }) =>
      print(await call(listReviews, { query: readStatus(status) }), formatRequests),
    );
  requests
    .command('show')
    .description('shows one request with its reason and the usage of its key')
    .argument('<ID>', question)
    .action(async (id) => print(await call(getReview, { params: { id } }), formatRequest));
  requests
    .command('approve')
    .description('applies the new limit immediately, until the end of DATE, and emails the developer')
    .usage('ID [--limit N] [--until DATE] [--note TEXT]')
    .argument('<ID>', question)
    .option('--limit <N>')
    .option('--until <DATE>')
    .option('--note <TEXT>')
    .action((id, { note = null, limit, until }) =>
      decide(id, {
        ...{ approved: true, note },
        ...(limit === undefined ? {} : { limit: Number(limit) }),
        ...(until === undefined ? {} : { until: endOfDay(until) }),
      }),
    );
  requests
    .command('deny')
    .description('keeps the limit, and emails the developer')
    .usage('ID --note TEXT')
    .argument('<ID>', question)
    .option('--note <TEXT>')
    .action((id, { note }) =>
      decide(id, {
        approved: false,
        note: needValue(note, 'Add --note. The developer reads it.'),
      }),
    );
};
