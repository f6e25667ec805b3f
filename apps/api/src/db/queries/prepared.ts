import type { Db } from '../connections/open.ts';

// A statement that is called often is built once for each database, and planned once on each of its connections.
export const prepared = <Statement>(build: (db: Db) => Statement) => {
  const built = new WeakMap<Db, Statement>();
  return (db: Db) => {
    const statement = built.get(db) ?? build(db);
    built.set(db, statement);
    return statement;
  };
};
