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

// Some actions also run, in another form, when nobody can tell whether the transaction was committed.
type Listed = { run: Action; runUnsure?: Action };

const lists = new WeakMap<Db, Listed[]>();

// What was committed stays committed, so an action that fails is logged and fails nothing else.
const guarded =
  (log: Logger, action: Action): Action =>
  () => {
    try {
      action();
    } catch (error) {
      log.error({ err: error }, 'an action after a commit failed');
    }
  };

// Outside of a transaction every statement is committed when it is answered, so the action runs at once.
const listAction = (tx: Db, listed: Listed) => {
  if (!is(tx, PgTransaction)) return listed.run();
  const list = lists.get(tx);
  if (!list)
    throw new Error('the transaction has ended, or db/connections/open.ts did not open its database');
  list.push(listed);
};

export const afterCommit = ({ log }: { log: Logger }, tx: Db, action: Action) =>
  listAction(tx, { run: guarded(log, action) });

// A change that may have happened must leave a line, because only lines outlive a restored backup. It then says `unsure`.
export const logAfterCommit = ({ log }: { log: Logger }, tx: Db, line: Record<string, unknown>) => {
  const write = (written: Record<string, unknown>): Action =>
    guarded(log, () => {
      log.info(written);
    });
  listAction(tx, { run: write(line), runUnsure: write({ ...line, unsure: true }) });
};

// PostgreSQL has answered: what it refuses with an error is rolled back. Without such an answer the commit may have happened.
const isRefused = (error: unknown): boolean =>
  error instanceof Error && ((error as { severity?: string }).severity === 'ERROR' || isRefused(error.cause));

type Endings = { onCommit: (list: Listed[]) => void; onUnknown: (list: Listed[]) => void };

const endings: Endings = {
  onCommit: (list) => {
    for (const { run } of list) run();
  },
  onUnknown: (list) => {
    for (const { runUnsure } of list) runUnsure?.();
  },
};

// Every transaction of the database gets a list, so no rule can forget it. A savepoint has a list of its own, which joins the
// transaction's when the savepoint is released.
export const keepActions = <Opened extends Db>(db: Opened, { onCommit, onUnknown } = endings): Opened => {
  const open = db.transaction.bind(db);
  const transaction: Db['transaction'] = async (work, settings) => {
    const list: Listed[] = [];
    let isCommitting = false;
    const opened = open(async (tx) => {
      lists.set(tx, list);
      keepActions(tx, { onCommit: (released) => void list.push(...released), onUnknown: () => {} });
      try {
        const result = await work(tx);
        isCommitting = true;
        return result;
      } finally {
        lists.delete(tx);
      }
    }, settings);
    const result = await opened.catch((error) => {
      if (isCommitting && !isRefused(error)) onUnknown(list);
      throw error;
    });
    onCommit(list);
    return result;
  };
  return Object.assign(db, { transaction });
};
