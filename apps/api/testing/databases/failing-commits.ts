// Makes PostgreSQL refuse to commit what it has carried out. A conflict that shows only at the commit is the worst case:
// everything in the transaction has run by then.
import type { ActivityType } from '@ballast/contract/activities';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/db/connections/open.ts';

// 40001 is a conflict with another transaction, which is worth another try. 23514 is a broken rule.
type Refusal = { type: ActivityType; times: number; code: '40001' | '23514' };

// Sequences keep their value when a transaction is rolled back, so they can count the refusals.
const addTrigger = ({ type, times, code }: Refusal) =>
  sql.raw(`
    create sequence refused_commits;
    create function refuse_commit() returns trigger language plpgsql as $$
    begin
      if new.type = '${type}' and nextval('refused_commits') <= ${times} then
        raise exception 'refused by a test' using errcode = '${code}';
      end if;
      return null;
    end $$;
    create constraint trigger refuse_commit after insert on activities
      deferrable initially deferred for each row execute function refuse_commit();`);

const removeTrigger = sql.raw(`
  drop trigger refuse_commit on activities;
  drop function refuse_commit;
  drop sequence refused_commits;`);

// Refuses the next transactions that write an activity of this type, for as long as the work takes.
export const whileCommitsFail = async <T>(db: Db, refusal: Refusal, work: () => Promise<T>): Promise<T> => {
  await db.execute(addTrigger(refusal));
  return work().finally(() => db.execute(removeTrigger));
};
