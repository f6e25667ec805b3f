// Loaded before a command: where it would wait some seconds for somebody and then go on, it says so and waits on, so that a
// slow machine changes nothing.
const { setTimeout: start } = globalThis;
const patienceMs = 2000;

globalThis.setTimeout = (run, ms, ...args) => {
  if (!(ms >= patienceMs)) return start(run, ms, ...args);
  process.stderr.write(`(waits ${ms} ms)\n`);
  return start(run, 3_600_000, ...args);
};
