// What keeps a portal from opening its database, as one line that names the variable to look at.
import { codesOf, isReadOnly } from '../error-codes.ts';
import { isDatabaseAway } from './database-away.ts';

const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '';

const tlsCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)/;

const lastingProblem = (error: unknown) => {
  const codes = codesOf(error);
  const has = (wanted: RegExp) => codes.some((code) => wanted.test(code));
  if (has(/^28/) || /client password must be a/.test(messagesOf(error)))
    return 'The database refuses the user or the password in DATABASE_URL';
  if (has(/^3D000$/)) return 'The database that DATABASE_URL names does not exist';
  if (has(tlsCodes))
    return 'The database has no certificate that can be trusted: check sslmode in DATABASE_URL';
  if (/does not support SSL connections/.test(messagesOf(error)))
    return 'The database does not encrypt: check sslmode in DATABASE_URL';
  if (has(/^42501$/))
    return 'The role in DATABASE_URL lacks rights: run npm run operator -- migrate with the owner of the database, then deploy/serving-role.sql';
  return null;
};

export const databaseProblem = (error: unknown) => {
  const lasting = lastingProblem(error);
  if (lasting) return lasting;
  if (codesOf(error).some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return 'The host in DATABASE_URL is not known';
  if (isReadOnly(error))
    return 'The database takes no writes: DATABASE_URL must lead to the server that does';
  if (codesOf(error).includes('57014'))
    return 'The database takes longer than database_statement in TIMEOUTS_MS allows: raise it';
  return isDatabaseAway(error) ? 'The database cannot be reached: check DATABASE_URL' : null;
};

export const mayCome = (error: unknown) => isDatabaseAway(error) && lastingProblem(error) === null;
