import { getFaucet, getTransfer, isSettled, requestTokens, type Transfer } from '@ballast/contract/faucet';
import type { Call } from '@ballast/contract/http/client';
import { requireSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure, isPassing } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { portalCall, quietly } from '../network/portal-call.ts';
import { facts, show } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { askText } from '../terminal/prompts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { localTime, timeUntil } from '../terminal/times.ts';

type Claimed = Transfer & { nextClaimAt: string | null };

const pollMs = 1000;
const patienceMs = 60_000;
const longestWaitMs = 30 * 60_000;

const { address: addressRule } = requestTokens.body.shape;
const problemWith = (address: string) => addressRule.safeParse(address).error?.issues[0]?.message;

// Some faucets keep a balance for everybody, others need to be told where the tokens go.
const chooseAddress = async ({ terminal }: Context, call: Call, given: string | undefined) => {
  if (given === undefined && !(await call(getFaucet)).addressNeeded) return undefined;
  if (given === undefined && !terminal.interactive)
    throw new CliFailure('usage', 'Add the address that receives the tokens: --to ADDRESS.');
  const address = given ?? (await askText('Which address receives the tokens?', problemWith));
  const problem = problemWith(address);
  if (problem) throw new CliFailure('usage', `${problem}.`);
  return address.trim();
};

const withDueTime = (failure: CliFailure) => {
  const { nextClaimAt } = failure.details;
  if (failure.code !== 'rate_limited' || typeof nextClaimAt !== 'string') return failure;
  return new CliFailure(
    'rate_limited',
    `${failure.message} That is ${timeUntil(nextClaimAt)}.`,
    failure.details,
  );
};

// The transfer goes on by itself: a network that is away for a moment does not end the wait.
const waitUntilSettled = async (call: Call, claimed: Claimed): Promise<Claimed> => {
  let current = claimed;
  const end = performance.now() + longestWaitMs;
  let lastAnswer = Date.now();
  while (!isSettled(current.status)) {
    if (performance.now() > end)
      throw new CliFailure('failed', "The transfer isn't settled yet. Run ballast activity to follow it.");
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    try {
      current = await call(getTransfer, { params: { id: claimed.id } });
      lastAnswer = Date.now();
    } catch (error) {
      if (!isPassing(error) || Date.now() - lastAnswer > patienceMs) throw error;
    }
  }
  return current;
};

const headlines = {
  PENDING: "Request accepted. We'll send the tokens in a moment.",
  SENT: 'The tokens are on their way.',
  COMPLETED: 'The tokens have arrived.',
};

const textOf = (terminal: Terminal, claimed: Claimed, headline: string) => {
  const { amount, token, address, transaction, nextClaimAt } = claimed;
  terminal.err.print([headline, '']);
  return facts(terminal, [
    ['Amount', `${amount} ${token}`],
    ['To', address ?? 'your sandbox balance'],
    ['Transaction', transaction],
    ['Next claim', nextClaimAt && `${localTime(nextClaimAt)} (${timeUntil(nextClaimAt)})`],
  ]);
};

export const addFaucet: AddCommand = (program, context) =>
  addCommand(program, 'faucet', 'Request test tokens; sandbox only, once every 24 hours', {
    examples: [
      ['ballast faucet', 'to your sandbox balance'],
      ['ballast faucet --to 0x52908400098527886E0F7030069857D2E4169EE7 --wait', 'to an address, and waits'],
    ],
    json: [
      '{ id, amount, token, address, status, transaction, reason, createdAt, settledAt, nextClaimAt }',
      'status is PENDING, SENT or COMPLETED; a failed transfer is a failure',
    ],
  })
    .option('--to <address>', 'the address that receives them (default: your sandbox balance)')
    .option('--wait', 'wait until the tokens have arrived')
    .action(async ({ to, wait }) => {
      const { portal, call, credentials } = await requireSignedIn(context);
      const address = await chooseAddress(context, call, to);
      const claimed = await call(requestTokens, { body: address ? { address } : {} }).catch((error) => {
        throw withDueTime(error);
      });
      const quiet = portalCall(quietly(context), portal, credentials.token);
      const last = wait
        ? await withProgress(context.terminal, 'Waiting for the transfer', waitUntilSettled(quiet, claimed))
        : claimed;
      const { status, reason } = last;
      if (status === 'FAILED')
        throw new CliFailure('refused', reason ?? 'The transfer failed. You can request again.', {
          transfer: last,
        });
      show(context, last, (terminal) => textOf(terminal, last, headlines[status]));
    });
