// When a process has more calls in hand than it can answer (docs/decisions/0021-serving.md).
export type Shedding = {
  // Never more calls than this are worked on at once.
  calls: number;
  // So many that never get fewer for so many seconds are a queue that only grows: it is kept this short from then on.
  standingCalls: number;
  standingSeconds: number;
};

export const usualShedding: Shedding = { calls: 1000, standingCalls: 300, standingSeconds: 5 };
