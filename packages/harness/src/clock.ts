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
