// How many connections a process opens to PostgreSQL, and how long it waits there.
export type DatabaseLimits = {
  poolSize: number;
  // Zero is no limit.
  statementMs: number;
  lockMs: number;
  idleTransactionMs: number;
  // A database that answers nothing for so long hangs.
  silenceMs: number;
};

export const usualLimits: DatabaseLimits = {
  poolSize: 20,
  statementMs: 10_000,
  lockMs: 5000,
  idleTransactionMs: 30_000,
  silenceMs: 1400,
};

// Jobs, exports and operators' commands take as long as there is much to do, and nobody waits for their single statements.
export const patientLimits = (limits: DatabaseLimits): DatabaseLimits => ({
  ...limits,
  poolSize: 4,
  statementMs: 0,
  lockMs: 60_000,
});

export const lookUpsAtOnce = 4;

export const stopsAtOnce = 3;

// Operators' commands wait behind no developer's call and no job: so many that are short, and so many that take long.
export const operatorsAtOnce = 3;
