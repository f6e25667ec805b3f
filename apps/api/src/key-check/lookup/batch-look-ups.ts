// Look-ups that come while others are under way wait and become one query: however many unknown values are presented, a
// bounded number of queries runs at once.
import { lookUpsAtOnce } from '../../runtime/settings/database-limits.ts';

const valuesPerQuery = 200;
const waitingAtMost = 20_000;

// By hash; null when the database is away.
type ReadBatch<Found> = (hashes: string[]) => Promise<Map<string, Found> | null>;
// All possible hashes of a value go in one query: between two queries it could be hashed anew, and neither would find it.
type Waiting<Found> = { hashes: string[]; answer: (found: Found | 'unknown' | 'unavailable') => void };

export const openBatches = <Found>(read: ReadBatch<Found>) => {
  let waiting: Waiting<Found>[] = [];
  let running = 0;

  const answerAll = async (batch: Waiting<Found>[]) => {
    const found = await read([...new Set(batch.flatMap(({ hashes }) => hashes))]);
    for (const { hashes, answer } of batch) {
      const hash = hashes.find((each) => found?.has(each)) ?? '';
      answer(found ? (found.get(hash) ?? 'unknown') : 'unavailable');
    }
  };
  const askNext = () => {
    if (running >= lookUpsAtOnce || !waiting.length) return;
    const batch = waiting.slice(0, valuesPerQuery);
    waiting = waiting.slice(valuesPerQuery);
    running += 1;
    void answerAll(batch).finally(() => {
      running -= 1;
      askNext();
    });
  };

  return (hashes: string[]) =>
    new Promise<Found | 'unknown' | 'unavailable'>((answer) => {
      if (waiting.length >= waitingAtMost) return answer('unavailable');
      waiting.push({ hashes, answer });
      askNext();
    });
};
