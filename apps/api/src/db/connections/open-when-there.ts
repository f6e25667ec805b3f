import { setTimeout } from 'node:timers/promises';
import { mayCome } from './start-problems.ts';

const retryEveryMs = 500;

export const openWhenThere = async <T>(open: () => Promise<T>, seconds: number, onWait: () => void) => {
  const end = performance.now() + seconds * 1000;
  for (let tried = 1; ; tried += 1) {
    try {
      return await open();
    } catch (error) {
      if (!mayCome(error) || performance.now() >= end) throw error;
      if (tried === 1) onWait();
      await setTimeout(retryEveryMs);
    }
  }
};
