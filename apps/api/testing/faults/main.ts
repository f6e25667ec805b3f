// npm run test:faults: what is acknowledged is there, whatever fails. Each fault with real parts, under load, round after round.
//   npm run test:faults -- --rounds=3          fewer rounds of each
//   npm run test:faults -- kill promoted       only faults whose name contains one of these words
import * as database from './database.ts';
import * as kill from './kill.ts';
import * as neighbours from './neighbours.ts';
import { isWell, show, showHead } from './report.ts';

const faults = [
  { name: 'kill embedded', usual: 20, run: kill.killOnEmbedded },
  { name: 'kill postgresql', usual: 20, run: kill.killOnPostgres },
  { name: 'clock', usual: 4, run: kill.moveClock },
  { name: 'postgresql stopped', usual: 5, run: database.stopPostgres },
  { name: 'postgresql hung', usual: 5, run: database.hangPostgres },
  { name: 'postgresql read-only', usual: 5, run: database.makeReadOnly },
  { name: 'postgresql connections', usual: 5, run: database.takeConnections },
  { name: 'postgresql promoted', usual: 3, run: database.promoteStandby },
  { name: 'disk full', usual: 2, run: database.fillDisk },
  { name: 'redis gone', usual: 5, run: neighbours.loseRedis },
  { name: 'smtp refusing', usual: 2, run: neighbours.refuseMails },
  { name: 'smtp slow', usual: 2, run: neighbours.delayMails },
  { name: 'smtp greylisting', usual: 2, run: neighbours.greylistMails },
];

const given = process.argv.slice(2);
const rounds = Number(given.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length));
const words = given.filter((word) => !word.startsWith('--'));
const isWanted = (name: string) => !words.length || words.some((word) => name.includes(word.toLowerCase()));

console.log(`Node ${process.version}, ${new Date().toISOString()}\n`);
showHead();
let unwell = 0;
for (const { usual, run } of faults.filter((fault) => isWanted(fault.name))) {
  const fault = await run(rounds || usual);
  show(fault);
  if (!isWell(fault)) unwell += 1;
}
console.log(
  unwell
    ? `\n${unwell} of them lost something, or did it twice.`
    : '\nNothing was lost, and nothing done twice.',
);
process.exit(unwell ? 1 : 0);
