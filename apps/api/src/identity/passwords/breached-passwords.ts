// A service like Have I Been Pwned gets the first five digits of a hash and answers with all hashes that begin so: it never learns
// the password.
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { nameError } from '../../runtime/observability/describe-error.ts';
import type { Metrics } from '../../runtime/observability/metrics.ts';
import { NoAnswer, readAnswer } from '../../runtime/read-answer.ts';
import type { BreachedPasswordsSettings } from '../../runtime/settings/services.ts';

const prefixLength = 5;
const atOnce = 50;

const entry = /^([0-9A-F]{35}):(\d{1,15})$/i;

// An entry that only pads the answer has the count 0.
const isListed = (answer: string, rest: string) => {
  const lines = answer.split(/\r?\n/).filter((line) => line !== '');
  const entries = lines.map((line) => entry.exec(line));
  if (entries.includes(null)) throw new NoAnswer('an answer of another form');
  return entries.some((found) => found?.[1]?.toUpperCase() === rest && Number(found[2]) > 0);
};

// The words of an error could quote the address, and with it the beginning of the hash.
const reasonOf = (error: unknown) => {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  return nameError(error instanceof Error ? (error.cause ?? error) : error);
};

export const openBreachedPasswords = (
  { url, timeoutMs }: BreachedPasswordsSettings,
  { breachedPasswordChecks }: Pick<Metrics, 'breachedPasswordChecks'>,
  log: Pick<Logger, 'warn'>,
) => {
  let waiting = 0;

  const ask = async (password: string) => {
    if (waiting >= atOnce) throw new NoAnswer('too many wait for it');
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    waiting += 1;
    try {
      const answer = await fetch(`${url}/${hash.slice(0, prefixLength)}`, {
        headers: { 'add-padding': 'true', 'user-agent': 'ballast', accept: 'text/plain' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return isListed(await readAnswer(answer, 'latin1'), hash.slice(prefixLength));
    } finally {
      waiting -= 1;
    }
  };

  return async (password: string) => {
    try {
      const found = await ask(password);
      breachedPasswordChecks.inc({ outcome: found ? 'found' : 'absent' });
      return found;
    } catch (error) {
      breachedPasswordChecks.inc({ outcome: 'failed' });
      log.warn({ reason: reasonOf(error) }, 'the service of breached passwords gave no answer');
      return false;
    }
  };
};
