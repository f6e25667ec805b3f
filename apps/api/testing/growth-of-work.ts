// How the CPU time of a call grows with the length of what it is given. All measurements are of one run and are compared
// only with each other, so the speed of the machine does not matter.
const short = 16;
const usualRepeats = 3;

// From a quarter of the length to all of it, linear work adds three times what it added up to the quarter, and quadratic
// work 15 times.
export const linearAtMost = 6;

// Work that stays below this many short calls is no way to keep a process busy, and too little to measure.
const noticeable = 3;

type Send = (length: number) => Promise<unknown>;

const cpuMicroseconds = async (send: Send, length: number) => {
  const before = process.cpuUsage();
  await send(length);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

// Whatever else the process does only adds to a measurement, so the least of several is the nearest.
const leastOf = async (send: Send, lengths: number[], repeats: number) => {
  const least = lengths.map(() => Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const [place, length] of lengths.entries())
      least[place] = Math.min(least[place] ?? 0, await cpuMicroseconds(send, length));
  return least;
};

const measure = async (send: Send, longest: number, repeats: number) => {
  const [base = 0, quarter = 0, whole = 0] = await leastOf(send, [short, longest / 4, longest], repeats);
  if (whole < noticeable * base) return 0;
  return (whole - quarter) / Math.max(quarter - base, 1);
};

// A high result is measured again, and the lowest counts.
const attempts = 5;

export const growthOfWork = async (send: Send, longest: number, firstRepeats = usualRepeats) => {
  let growth = await measure(send, longest, firstRepeats);
  for (let attempt = 1; attempt < attempts && growth > linearAtMost; attempt += 1)
    growth = Math.min(growth, await measure(send, longest, usualRepeats));
  return growth;
};
