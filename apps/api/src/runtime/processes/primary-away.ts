// A primary that does not answer in time counts as away. Until it answers again no call waits for it.
import type { Logger } from 'pino';
import { inTime } from '../in-time.ts';
import type { Primary } from './primary.ts';

export type AskedPrimary = Pick<Primary, 'ask' | 'answerWithinMs'>;

export type TimelyPrimary = {
  // Null while it does not answer.
  ask: <Answer>(data: unknown) => Promise<Answer | null>;
  isAway: () => boolean;
};

// The probe is a request that changes no count.
export const askInTime = (
  primary: AskedPrimary,
  what: string,
  probe: unknown,
  log: Logger,
): TimelyPrimary => {
  let away = false;
  const leave = () => {
    if (away) return;
    away = true;
    log.warn({ what }, 'the primary does not answer: each process counts limits by itself');
    void primary.ask(what, probe).then(() => {
      away = false;
      log.info({ what }, 'the primary answers: limits are shared again');
    });
  };
  return {
    ask: async <Answer>(data: unknown) => {
      if (away) return null;
      const question = primary.ask<Answer | null>(what, data);
      const answer = await inTime(question, primary.answerWithinMs).catch(() => null);
      if (answer === null) leave();
      return answer;
    },
    isAway: () => away,
  };
};
