import type { ApiKey, RateLimitRequest } from '@ballast/contract/keys/api-keys';
import { rateLimitForm, requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import type { Command } from 'commander';
import { requireSignedIn } from '../../account/signed-in.ts';
import type { Context } from '../../context.ts';
import { environmentOption } from '../../environments.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import { facts, printJson } from '../../terminal/output.ts';
import { askText } from '../../terminal/prompts.ts';
import { findKey, keyLabel } from './find-key.ts';

type Options = { limit?: string; reason?: string; environment?: string; json?: boolean };

export const requestShape =
  '{ id, keyId, keyName, environment, currentLimit, requestedLimit, reason, status, note, createdAt, decidedAt }';

type Field = 'requestedLimit' | 'reason';

const toValue = (field: Field, text: string) =>
  field === 'requestedLimit' ? Number(text || Number.NaN) : text;

// The form of the portal says what is wrong with an answer.
const problemWith = (key: ApiKey, field: Field) => (text: string) => {
  const parsed = rateLimitForm(key.rateLimit).shape[field].safeParse(toValue(field, text));
  return parsed.error?.issues[0]?.message;
};

const choose = async ({ terminal }: Context, key: ApiKey, field: Field, given: string | undefined) => {
  const flag = field === 'reason' ? '--reason TEXT' : '--limit NUMBER';
  if (given === undefined && !terminal.interactive) throw new CliFailure('usage', `Say it with ${flag}.`);
  const question =
    field === 'reason' ? 'Why is it needed?' : `How many requests a second? (now ${key.rateLimit})`;
  const answer = given ?? (await askText(question, problemWith(key, field)));
  const problem = problemWith(key, field)(answer);
  if (problem) throw new CliFailure('usage', problem.endsWith('.') ? problem : `${problem}.`);
  return answer;
};

const print = ({ terminal }: Context, key: ApiKey, request: RateLimitRequest) => {
  terminal.err.print([
    'The request is sent. The provider decides; ballast keys limit-requests shows its state.',
    '',
  ]);
  const lines: [string, string][] = [
    ['Key', keyLabel(key)],
    ['Asked for', `${request.currentLimit} → ${request.requestedLimit} req/sec`],
    ['State', request.status.toLowerCase()],
    ['Id', request.id],
  ];
  terminal.out.print(facts(terminal, lines));
};

const ask = async (context: Context, wanted: string | undefined, options: Options) => {
  const { call } = await requireSignedIn(context);
  const key = await findKey(context, call, { key: wanted, environment: options.environment });
  const requestedLimit = Number(await choose(context, key, 'requestedLimit', options.limit));
  const reason = (await choose(context, key, 'reason', options.reason)).trim();
  const { request } = await call(requestRateLimit, {
    params: { id: key.id },
    body: { requestedLimit, reason },
  });
  if (options.json) return printJson(context.terminal, request);
  print(context, key, request);
};

export const addRequestLimit = (keys: Command, context: Context) =>
  addHelp(
    keys
      .command('request-limit')
      .description('Ask the provider for a higher rate limit of a key')
      .argument('[key]', 'name or id; asked for when left out')
      .option('--limit <number>', 'requests a second')
      .option('--reason <text>', 'why it is needed')
      .addOption(environmentOption('where to look for the name'))
      .action((key: string | undefined, options: Options) => ask(context, key, options)),
    {
      examples: [
        ['ballast keys request-limit Checkout', 'asks for the rest'],
        [
          'ballast keys request-limit Checkout --limit 50 --reason "Sale on Friday, ten times the visitors"',
          'asks nothing',
        ],
      ],
      json: [requestShape, 'status is PENDING, APPROVED or DENIED'],
    },
  );
