// Time that only a test moves.
export type Clock = ReturnType<typeof createClock>;

// With a tick every reading is that much later than the one before, so that whatever happens has an order.
export const createClock = (start = new Date(), { tickMs = 0 } = {}) => {
  let now = start.getTime();
  return {
    now: () => {
      const read = new Date(now);
      now += tickMs;
      return read;
    },
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
