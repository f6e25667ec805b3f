// When a process refuses calls (docs/decisions/0021-serving.md).
export type Shedding = {
  calls: number;
  // The queue counts as growing when at least so many calls were in hand for so many seconds.
  standingCalls: number;
  standingSeconds: number;
};

export const usualShedding: Shedding = { calls: 1000, standingCalls: 300, standingSeconds: 5 };
