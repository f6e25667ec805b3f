// npm run bench: prints figures, each beside its baseline from the same run. Nothing here fails a build.
import { measureActivityLog } from './activity-log.ts';
import { measureCli } from './cli.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureStart } from './start.ts';

// One measurement alone: npm run bench -- activities
const measurements = {
  start: measureStart,
  'first-load': measureFirstLoad,
  'sign-ins': measureSignIns,
  activities: measureActivityLog,
  cli: measureCli,
};

console.log(`Node ${process.version}, ${new Date().toISOString()}\n`);
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(measurements)) {
  if (!wanted.length || wanted.includes(name)) await measure();
}
