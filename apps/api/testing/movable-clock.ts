// A clock that several processes read and one test moves: its time is in a file.
import { openSync, readFileSync, writeSync } from 'node:fs';

// As many digits as milliseconds have until the year 2286, so that no reader meets half a number.
const digits = 13;

export const readClockFile = (file: string) => new Date(Number(readFileSync(file, 'utf8')));

export const createClockFile = (file: string) => {
  const handle = openSync(file, 'w');
  let now = Date.now();
  const write = () => writeSync(handle, String(now).padStart(digits, '0'), 0);
  write();
  return {
    now: () => new Date(now),
    skipSeconds: (seconds: number) => {
      now += Math.round(seconds * 1000);
      write();
    },
  };
};
