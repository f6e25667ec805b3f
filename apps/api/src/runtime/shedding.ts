// When a process refuses calls (docs/decisions/0021-serving.md).
export type Shedding = {
  calls: number;
  // So many calls, never fewer for so many seconds, are a growing queue.
  standingCalls: number;
  standingSeconds: number;
};

export const usualShedding: Shedding = { calls: 1000, standingCalls: 300, standingSeconds: 5 };
