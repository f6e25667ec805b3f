// How much more CPU time a call takes when what it is given becomes four times as long. It compares two measurements of
// one run, so the speed of the machine does not matter.
const repeats = 3;

// Four times as long takes four times the work if the work is linear, and 16 times if it is quadratic.
export const linearAtMost = 8;

const cpuMicroseconds = async (call: () => Promise<unknown>) => {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

type Call = () => Promise<unknown>;

const measure = async (quarter: Call, whole: Call) => {
  const least = { quarter: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    least.quarter = Math.min(least.quarter, await cpuMicroseconds(quarter));
    least.whole = Math.min(least.whole, await cpuMicroseconds(whole));
  }
  return least.whole / least.quarter;
};

// Whatever else the process does can only add work. So a high result is measured again, and the lowest counts.
const attempts = 5;

export const growthOfWork = async (quarter: Call, whole: Call) => {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && growth > linearAtMost; attempt += 1)
    growth = Math.min(growth, await measure(quarter, whole));
  return growth;
};
