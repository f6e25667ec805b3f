// A transaction may be repeated or rolled back; a log line, a counter or a cache cannot be. So a rule only lists them, and
// they run once the transaction is committed. Each try begins with an empty list, and a rollback drops it.
import { is } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';

// open.ts calls it Db, and imports this file.
type Db = PgDatabase<NodePgQueryResultHKT>;

// It returns nothing, so that the compiler refuses an async function: nobody would wait for it.
type Action = () => undefined;

const lists = new WeakMap<Db, Action[]>();

// Outside of a transaction every statement is committed when it is answered, so the action runs at once. What was committed
// stays committed, so an action that fails is logged and fails nothing else.
export const afterCommit = ({ log }: { log: Logger }, tx: Db, action: Action) => {
  const run: Action = () => {
    try {
      action();
    } catch (error) {
      log.error({ err: error }, 'an action after a commit failed');
    }
  };
  if (!is(tx, PgTransaction)) return run();
  const list = lists.get(tx);
  if (!list) throw new Error('the transaction has ended, or db/open.ts did not open its database');
  list.push(run);
};

const runAll = (list: Action[]) => {
  for (const run of list) run();
};

// Every transaction of the database gets a list, so no rule can forget it. A savepoint has a list of its own, which joins the
// transaction's when the savepoint is released.
export const keepActions = <Opened extends Db>(db: Opened, onCommit = runAll): Opened => {
  const open = db.transaction.bind(db);
  const transaction: Db['transaction'] = async (work, settings) => {
    const list: Action[] = [];
    const result = await open(async (tx) => {
      lists.set(tx, list);
      keepActions(tx, (released) => {
        list.push(...released);
      });
      try {
        return await work(tx);
      } finally {
        lists.delete(tx);
      }
    }, settings);
    onCommit(list);
    return result;
  };
  return Object.assign(db, { transaction });
};
