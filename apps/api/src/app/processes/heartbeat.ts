// The primary asks each process whether it lives. One that stays silent is ended, as if it had died, and another one takes its place.
import type { Logger } from 'pino';
import type { Running } from './worker.ts';

const silences = 3;
// Loading the server keeps a process busy, and on a machine that starts many at once for long.
const silencesWhileStarting = 20;
// A primary that was suspended, or got no core, has heard no answer either.
const lateBy = 1.5;

const end = (number: number, { worker, life }: Running, everyMs: number, log: Logger) => {
  life.isGivenUp = true;
  const silentSeconds = Math.round((life.silences * everyMs) / 1000);
  log.error(
    { worker: number, silentSeconds },
    'a process hangs: it does not answer its primary, and is ended',
  );
  worker.process.kill('SIGKILL');
};

const ask = async ({ channel, life }: Running) => {
  life.isAsked = true;
  if (!(await channel.ask<boolean | null>('alive'))) return;
  life.isAsked = false;
  life.silences = 0;
};

export const openHeartbeat = (running: Map<number, Running>, everyMs: number, log: Logger) => {
  let last = performance.now();

  const beat = () => {
    const now = performance.now();
    const isLate = now - last > lateBy * everyMs;
    last = now;
    for (const [number, each] of running) {
      const { life } = each;
      if (life.hasEnded || life.isGivenUp) continue;
      if (life.isAsked && !isLate) life.silences += 1;
      if (life.silences >= (life.isReady ? silences : silencesWhileStarting)) end(number, each, everyMs, log);
      else void ask(each);
    }
  };

  const timer = setInterval(beat, everyMs);
  return { stop: () => clearInterval(timer) };
};

// It serves, and has answered what it was last asked.
export const isUp = ({ life }: Running) => life.isReady && !life.hasEnded && life.silences === 0;
