import type { ApiKey, RateLimitRequest } from '@ballast/contract/keys/api-keys';
import {
  listKeyRequests,
  listRequests,
  rateLimitForm,
  requestRateLimit,
} from '@ballast/contract/keys/rate-limit-requests';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { type AddCommand, addCommand } from '../../help/add-command.ts';
import { facts, printJson, show, table } from '../../terminal/output.ts';
import { askText } from '../../terminal/prompts.ts';
import { localTime } from '../../terminal/times.ts';
import { addKeyCommand, findKey, keyLabel, requireKey } from './find-key.ts';

const requestShape =
  '{ id, keyId, keyName, environment, currentLimit, requestedLimit, approvedLimit, reason, status, note, createdAt, decidedAt }';

type Field = 'requestedLimit' | 'reason';

const toValue = (field: Field, text: string) =>
  field === 'requestedLimit' ? Number(text || Number.NaN) : text;

// The form of the portal says what is wrong with an answer.
const problemWith = (key: ApiKey, field: Field) => (text: string) => {
  const parsed = rateLimitForm(key.rateLimit).shape[field].safeParse(toValue(field, text));
  return parsed.error?.issues[0]?.message;
};

const choose = async ({ terminal }: Context, key: ApiKey, field: Field, flag: string | undefined) => {
  const name = field === 'reason' ? '--reason TEXT' : '--limit NUMBER';
  if (flag === undefined && !terminal.interactive) throw new CliFailure('usage', `Say it with ${name}.`);
  const question =
    field === 'reason' ? 'Why do you need it?' : `How many requests per second? (now ${key.rateLimit})`;
  const answer = flag ?? (await askText(question, problemWith(key, field)));
  const problem = problemWith(key, field)(answer);
  if (problem) throw new CliFailure('usage', problem.endsWith('.') ? problem : `${problem}.`);
  return answer;
};

export const addRequestLimit: AddCommand = (keys, context) =>
  addKeyCommand(keys, 'request-limit', 'Request a higher rate limit for a key', {
    examples: [
      ['ballast keys request-limit Checkout', 'asks for the limit and the reason'],
      [
        'ballast keys request-limit Checkout --limit 50 --reason "Sale on Friday, ten times the visitors"',
        "doesn't ask",
      ],
    ],
    json: [requestShape, 'status is PENDING, APPROVED or DENIED'],
  })
    .option('--limit <number>', 'requests per second')
    .option('--reason <text>', 'why you need it')
    .addOption(environmentOption('the environment of the key'))
    .action(async (wanted, options) => {
      const { call, key } = await requireKey(context, wanted, options);
      const requestedLimit = Number(await choose(context, key, 'requestedLimit', options.limit));
      const reason = (await choose(context, key, 'reason', options.reason)).trim();
      const body = { requestedLimit, reason };
      const { request } = await call(requestRateLimit, { params: { id: key.id }, body });
      show(context, request, (terminal) => {
        terminal.err.print([
          'Request sent. We review it; check its status with ballast keys limit-requests.',
          '',
        ]);
        return facts(terminal, [
          ['Key', keyLabel(key)],
          ['Asked for', `${request.currentLimit} → ${request.requestedLimit} req/sec`],
          ['State', request.status.toLowerCase()],
          ['Id', request.id],
        ]);
      });
    });

const rowOf = (request: RateLimitRequest) => [
  keyLabel({ name: request.keyName, environment: request.environment }),
  `${request.currentLimit} → ${request.approvedLimit ?? request.requestedLimit}`,
  request.status.toLowerCase(),
  localTime(request.createdAt),
  request.note ?? '',
];

export const addLimitRequests: AddCommand = (keys, context) =>
  addCommand(keys, 'limit-requests', 'List your requests for higher rate limits, and their status', {
    examples: [
      ['ballast keys limit-requests', 'of all keys'],
      ["ballast keys limit-requests Checkout --jq '.[0].status'", 'the status of the newest'],
    ],
    json: [`[${requestShape}]`, 'status is PENDING, APPROVED or DENIED; note is from the reviewer'],
  })
    .argument('[key]', 'name or id; all keys when left out')
    .addOption(environmentOption('the environment of the key'))
    .action(async (wanted, { environment }) => {
      const { terminal, flags } = context;
      const { call } = await requireSignedIn(context);
      const key = wanted && (await findKey(context, call, wanted, environment));
      const requests = key
        ? await call(listKeyRequests, { params: { id: key.id } })
        : await call(listRequests);
      if (flags.json) return printJson(terminal, requests);
      if (!requests.length) return terminal.err.print('No requests for a higher limit.');
      const head = ['KEY', 'REQ/SEC', 'STATE', 'ASKED', 'NOTE'];
      terminal.out.print(table(terminal, head, requests.map(rowOf), ['NOTE']));
    });
