// Values that are no key are answered at a limited rate. A flood of them then takes a part of the event loop, and good keys the rest.
const perMs = 2;
// So many at once come without a flood, and do not wait.
const burst = 20;
// One for each open connection, or for each request that was sent ahead on one.
const waitingAtMost = 20_000;
const tickMs = 1;

export const openUnknownPace = (clock = () => performance.now()) => {
  let waiting: (() => void)[] = [];
  let allowed = burst;
  let countedAt = clock();

  const refill = () => {
    const now = clock();
    allowed = Math.min(burst, allowed + (now - countedAt) * perMs);
    countedAt = now;
  };
  const answerSome = () => {
    refill();
    const due = waiting.slice(0, Math.floor(allowed));
    waiting = waiting.slice(due.length);
    allowed -= due.length;
    for (const answer of due) answer();
    if (waiting.length) setTimeout(answerSome, tickMs);
  };

  // False when too many wait already.
  return (answer: () => void) => {
    if (!waiting.length) refill();
    if (!waiting.length && allowed >= 1) {
      allowed -= 1;
      answer();
      return true;
    }
    if (waiting.length >= waitingAtMost) return false;
    if (waiting.push(answer) === 1) setTimeout(answerSome, tickMs);
    return true;
  };
};
