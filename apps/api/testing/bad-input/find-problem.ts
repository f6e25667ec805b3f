// Sends what is generated until an answer breaks a rule, and then looks for the smallest request that does.
// FUZZ_SEED=7 npm run test:file -- bad-input generates other requests.
import fc from 'fast-check';
import { inject } from 'vitest';

// How a request is sent, what is wrong with its answer, and how both are reported.
type Attack<T> = {
  ask: (request: T) => Promise<{ problems: string[]; answer: string }>;
  write: (request: T) => string;
};

// This long is no slow machine: the portal hangs.
const hangMs = 120_000;

const shorten = (text: string) =>
  text.length > 4000 ? `${text.slice(0, 4000)} … (${text.length} characters)` : text;

const noAnswer = (error: unknown) => ({ problems: ['there is no answer'], answer: String(error) });

export const findProblem = async <T>(
  requests: fc.Arbitrary<T>,
  count: number,
  { ask, write }: Attack<T>,
): Promise<string | null> => {
  const seed = inject('fuzzSeed');
  const property = fc.asyncProperty(requests, async (request) => {
    const { problems, answer } = await ask(request).catch(noAnswer);
    if (problems.length) throw new Error([...problems, shorten(write(request)), shorten(answer)].join('\n'));
  });
  const run = await fc.check(property, { seed, numRuns: count, timeout: hangMs });
  if (!run.failed) return null;
  const reason = run.errorInstance instanceof Error ? run.errorInstance.message : 'it failed';
  return `FUZZ_SEED=${seed}, request ${run.numRuns} of ${count}: ${reason}`;
};
