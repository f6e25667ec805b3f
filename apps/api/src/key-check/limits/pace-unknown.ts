// Values that are no key are answered at a limited rate, so that a flood of them leaves room in the event loop for good keys.
const perMs = 2;
// So many at once are no flood, and do not wait.
const burst = 20;
// After the event loop was busy for long, no more are answered in one tick.
const mostAtOnce = 200;
// They wait for a second. Gateways give up after two.
const waitingAtMost = 2000;
const tickMs = 1;

type Waiting = { isGone: () => boolean; answer: (hasWaited: boolean) => void };

export const openUnknownPace = (clock = () => performance.now()) => {
  let waiting: Waiting[] = [];
  let allowed = burst;
  let countedAt = clock();

  const refill = (most: number) => {
    const now = clock();
    allowed = Math.min(most, allowed + (now - countedAt) * perMs);
    countedAt = now;
  };
  const answerSome = () => {
    refill(mostAtOnce);
    waiting = waiting.filter(({ isGone }) => !isGone());
    const due = waiting.splice(0, Math.floor(allowed));
    allowed -= due.length;
    for (const { answer } of due) answer(true);
    if (waiting.length) setTimeout(answerSome, tickMs);
  };

  // False when too many wait already.
  return (one: Waiting) => {
    if (waiting.length >= waitingAtMost) return false;
    if (!waiting.length) refill(burst);
    if (waiting.length || allowed < 1) {
      if (waiting.push(one) === 1) setTimeout(answerSome, tickMs);
      return true;
    }
    allowed -= 1;
    one.answer(false);
    return true;
  };
};
