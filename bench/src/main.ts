// npm run bench: prints figures, each beside its baseline from the same run. Nothing here fails a build.
import { measureActivityLog } from './activity-log.ts';
import { measureCli } from './cli.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureIdle } from './idle.ts';
import { measureCold } from './key-check/cold.ts';
import { measureDuringLists } from './key-check/during-lists.ts';
import { measureDuringSignIns } from './key-check/during-sign-ins.ts';
import { measureHostile } from './key-check/hostile/measure.ts';
import { measureMemory } from './key-check/memory.ts';
import { measureOnePort } from './key-check/one-port.ts';
import { measureRevocation } from './key-check/revocation.ts';
import { measureSharedLimits } from './key-check/shared-limits.ts';
import { measureThroughput } from './key-check/throughput.ts';
import { measureMixedLoad } from './mixed-load/measure.ts';
import { measureRequests } from './requests/measure.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureStart } from './start.ts';
import { measureWeb } from './web/measure.ts';

// The load lasts longest and is measured only by its name: `npm run bench -- load --minutes=10 --overload-minutes=1` are its usual times.
// `npm run bench -- activities` measures one alone, `npm run bench -- key-check` all of the key check.
const measurements = {
  start: measureStart,
  'first-load': measureFirstLoad,
  idle: measureIdle,
  web: measureWeb,
  'sign-ins': measureSignIns,
  activities: measureActivityLog,
  requests: measureRequests,
  'key-check:throughput': measureThroughput,
  'key-check:cold': measureCold,
  'key-check:shared-limits': measureSharedLimits,
  'key-check:one-port': measureOnePort,
  'key-check:revocation': measureRevocation,
  'key-check:sign-ins': measureDuringSignIns,
  'key-check:lists': measureDuringLists,
  'key-check:hostile': measureHostile,
  'key-check:memory': measureMemory,
  cli: measureCli,
  load: measureMixedLoad,
};

console.log(`Node ${process.version}, ${new Date().toISOString()}\n`);
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const [name, measure] of Object.entries(measurements)) {
  const isWanted = wanted.some((word) => name === word || name.startsWith(`${word}:`));
  if (isWanted || (!wanted.length && name !== 'load')) await measure();
}
