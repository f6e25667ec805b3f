// A call with an Idempotency-Key is done once by all processes together, and repeated calls get the same answer. A refusal is no
// answer: nothing was done, so the key is still good.
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { replayedHeader } from '@ballast/contract/http/idempotency';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/connections/open.ts';
import type { Actor } from '../../identity/actor.ts';
import { Failure } from '../../runtime/failure.ts';
import { requireFresh } from '../access/requirements.ts';
import type { Deps } from '../deps.ts';
import { type CallWithKey, findAnswer, type KnownAnswer, readCallWithKey, storeAnswer } from './records.ts';

// A rule does its work within this, in its transaction, and returns the answer. A refusal that must not undo the transaction is
// returned, too.
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

// The lock ends with the transaction, also when its process dies.
const holdKey = async (tx: Db, { userId, path, key }: CallWithKey) => {
  const name = JSON.stringify(['idempotency', userId, path, key]);
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`,
  );
  if (!rows[0]?.held) throw inProgress();
};

type Work = (once: (needsProof: boolean) => Once) => Promise<unknown>;
const doOnce = async (deps: Deps, endpoint: Endpoint, call: CallWithKey, work: Work) => {
  let isUsed = false;
  const answer = await work((needsProof) => async (tx, run) => {
    await holdKey(tx, call);
    const known = await findAnswer(deps, tx, call);
    if (known) throw new DoneBefore(known);
    const done = await run();
    if (!(done instanceof Failure))
      await storeAnswer(deps, tx, call, { answer: endpoint.reply.parse(done), needsProof });
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

export const openAnswerOnce = () => {
  // The embedded database runs one transaction at a time: a second call would wait for the first instead of being refused.
  const running = new Set<string>();

  return async (
    deps: Deps,
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    work: Work,
  ): Promise<unknown> => {
    const call = readCallWithKey(endpoint, request, actor);
    if (!call) return work(() => everyTime);
    const name = JSON.stringify([call.userId, call.path, call.key]);
    if (running.has(name)) throw inProgress();
    running.add(name);
    try {
      const known = await findAnswer(deps, deps.db, call);
      if (known) return await replay(deps, reply, actor, known);
      return await doOnce(deps, endpoint, call, work);
    } catch (error) {
      if (error instanceof DoneBefore) return replay(deps, reply, actor, error.known);
      throw error;
    } finally {
      running.delete(name);
    }
  };
};
