// A database that hangs keeps its connections and answers nothing. It counts as silent when a question has waited for the limit, and
// nothing else came from the database meanwhile.
import { codesOf } from '../error-codes.ts';

// The network's own words for 'nobody answered'.
const unanswered = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const isAnswer = (error: unknown) => codesOf(error).some((code) => !unanswered.has(code));

export const openSilence = (limitMs: number, onSilent: () => void) => {
  const handlers = new Set<() => void>([onSilent]);
  let questions = 0;
  let waitingSince = 0;
  let heardAt = 0;
  let silent = false;
  let timer: NodeJS.Timeout | undefined;

  const heard = () => {
    heardAt = performance.now();
    silent = false;
  };
  const judge = () => {
    if (!questions || silent) return;
    const leftMs = Math.max(waitingSince, heardAt) + limitMs - performance.now();
    if (leftMs > 0) return watch(leftMs);
    silent = true;
    for (const handle of [...handlers]) handle();
  };
  // A process that was busy reads what has come before it judges.
  const watch = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => setImmediate(judge), ms).unref();
  };

  return {
    isSilent: () => silent,
    // Something came from the database.
    heard,
    // Waits for the answer to a question.
    watch: async <Answer>(question: Promise<Answer>): Promise<Answer> => {
      if (!questions) waitingSince = performance.now();
      questions += 1;
      if (!silent) watch(Math.max(0, Math.max(waitingSince, heardAt) + limitMs - performance.now()));
      try {
        const answer = await question;
        heard();
        return answer;
      } catch (error) {
        if (isAnswer(error)) heard();
        throw error;
      } finally {
        questions -= 1;
      }
    },
    whenSilent: (handle: () => void) => {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
    stop: () => clearTimeout(timer),
  };
};
