// A call with an Idempotency-Key is done once, by whichever process, and answered alike whenever it comes again. A refusal is no
// answer: nothing was done, so the key is still good.
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { replayedHeader } from '@ballast/contract/http/idempotency';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/connections/open.ts';
import type { Actor } from '../../identity/actor.ts';
import { Failure } from '../../runtime/failure.ts';
import { requireFresh } from '../access/require-fresh.ts';
import type { Deps } from '../deps.ts';
import { type AskedCall, readAskedCall } from './asked-call.ts';
import { findAnswer, type KnownAnswer, keepAnswer } from './records.ts';

// A rule does what must not be done twice within this, in its transaction, and returns what the caller is answered. One whose
// refusal must not undo the transaction returns that.
export type Once = <T>(tx: Db, work: () => Promise<T>) => Promise<T>;

const everyTime: Once = (_, work) => work();

// Another process has done it since this one looked.
class DoneBefore extends Error {
  readonly known: KnownAnswer;

  constructor(known: KnownAnswer) {
    super('done before');
    this.known = known;
  }
}

const inProgress = () => new Failure('idempotency_in_progress', { retryAfterSeconds: 1 });

// The lock ends with the transaction, also that of a process that dies: nothing is left behind that says it still runs.
const holdKey = async (tx: Db, { userId, path, key }: AskedCall) => {
  const name = JSON.stringify(['idempotency', userId, path, key]);
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`,
  );
  if (!rows[0]?.held) throw inProgress();
};

type Work = (once: (needsProof: boolean) => Once) => Promise<unknown>;
export type AnswerOnce = (
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  work: Work,
) => Promise<unknown>;

const doOnce = async (deps: Deps, endpoint: Endpoint, asked: AskedCall, work: Work) => {
  let isUsed = false;
  const answer = await work((needsProof) => async (tx, run) => {
    await holdKey(tx, asked);
    const known = await findAnswer(deps, tx, asked);
    if (known) throw new DoneBefore(known);
    const done = await run();
    if (!(done instanceof Failure))
      await keepAnswer(deps, tx, asked, { answer: endpoint.reply.parse(done), needsProof });
    isUsed = true;
    return done;
  });
  if (!isUsed) throw new Error(`${endpoint.method} ${endpoint.path} says idempotent and does not use once`);
  return answer;
};

const replay = async (deps: Deps, reply: FastifyReply, actor: Actor, { answer, needsProof }: KnownAnswer) => {
  if (needsProof) await requireFresh(deps, actor);
  reply.header(replayedHeader, 'true');
  return answer;
};

export const openAnswerOnce = (): AnswerOnce => {
  // The embedded database runs one transaction at a time, so a second call would wait for the first instead of hearing of it.
  const running = new Set<string>();

  return async (deps, endpoint, request, reply, actor, work) => {
    const asked = readAskedCall(endpoint, request, actor);
    if (!asked) return work(() => everyTime);
    const name = JSON.stringify([asked.userId, asked.path, asked.key]);
    if (running.has(name)) throw inProgress();
    running.add(name);
    try {
      const known = await findAnswer(deps, deps.db, asked);
      if (known) return await replay(deps, reply, actor, known);
      return await doOnce(deps, endpoint, asked, work);
    } catch (error) {
      if (error instanceof DoneBefore) return replay(deps, reply, actor, error.known);
      throw error;
    } finally {
      running.delete(name);
    }
  };
};
