// Time that stands still until a test moves it.
export type Clock = ReturnType<typeof createClock>;

export const createClock = (start = new Date()) => {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    skipSeconds: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

// Time that goes on by itself and that a test moves further: for what another program's clock has to agree with.
export const createRunningClock = (): Clock => {
  let skippedMs = 0;
  return {
    now: () => new Date(Date.now() + skippedMs),
    skipSeconds: (seconds: number) => {
      skippedMs += seconds * 1000;
    },
  };
};
