// The database goes once and comes back once: two lines for operators, whatever else fails meanwhile.
export type DatabaseChange =
  | { kind: 'lost' | 'one lost'; error: unknown }
  | { kind: 'silent' }
  | { kind: 'rivals'; servers: string[] }
  | { kind: 'back'; seconds: number };

const turnsOutWithinMs = 1000;

export const openOutage = (tell: (change: DatabaseChange) => void) => {
  let away = false;
  let wentAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  const waiting = new Set<NodeJS.Timeout>();

  return {
    begins: (change: DatabaseChange) => {
      if (away || stopped) return;
      away = true;
      wentAt = performance.now();
      tell(change);
    },
    ends: () => {
      if (away && !stopped) tell({ kind: 'back', seconds: Math.round((performance.now() - wentAt) / 1000) });
      away = false;
    },
    // Reports a failure, unless it turns out that the database has gone. Of several at once the first one is reported.
    unlessAway: (report: () => void) => {
      const failedAt = performance.now();
      if (away || waiting.size) return;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        if (!away && wentAt < failedAt - turnsOutWithinMs) report();
      }, turnsOutWithinMs).unref();
      waiting.add(timer);
    },
    stop: () => {
      stopped = true;
      for (const timer of waiting) clearTimeout(timer);
    },
  };
};
