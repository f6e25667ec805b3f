// The public keys of the reporting service, from its address or from a file.
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { nameError } from '../../../runtime/observability/describe-error.ts';
import { readAnswer } from '../../../runtime/read-answer.ts';
import { parseKeys } from './published-keys.ts';
import type { LeakReportSettings } from './settings.ts';

const answerWithinMs = 5000;
// A key that the service has withdrawn is not trusted for longer.
const keptMs = 60 * 60_000;
// At most one request to the service in this time, however many unknown keys are named.
const pauseMs = 60_000;

const fetchKeys = async (url: string) =>
  readAnswer(
    await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'ballast' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    }),
    'utf8',
  );

export const openReportKeys = (settings: LeakReportSettings, now: () => Date, log: Pick<Logger, 'warn'>) => {
  let keys = new Map<string, KeyObject>();
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const read = async () => {
    triedAt = now().getTime();
    try {
      keys = parseKeys(await ('url' in settings ? fetchKeys(settings.url) : readFile(settings.file, 'utf8')));
      readAt = triedAt;
    } catch (error) {
      log.warn({ reason: nameError(error) }, 'the public keys for leak reports cannot be read');
    }
  };
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const isFresh = () => now().getTime() - readAt < keptMs;
  const mayRead = () => now().getTime() - triedAt >= pauseMs;

  // Undefined without a key of this name, null when the keys cannot be read.
  return async (identifier: string): Promise<KeyObject | undefined | null> => {
    if (reading) await reading;
    if ((!isFresh() || !keys.has(identifier)) && mayRead()) await readOnce();
    return isFresh() ? keys.get(identifier) : null;
  };
};
