// npm run test:faults: what is acknowledged is there, whatever fails. Each fault with real parts, under load, round after round.
//   npm run test:faults -- --rounds=3          fewer rounds of each
//   npm run test:faults -- kill promoted       only faults whose name contains one of these words
import * as database from './database.ts';
import { hangBehindNginx, hangPrimary, hangWorker, isNoticed } from './hangs.ts';
import * as kill from './kill.ts';
import * as neighbours from './neighbours.ts';
import { failOverCluster, failOverSentinels } from './redis-fail-over.ts';
import { isWell, show, showFailOver, showFailOverHead, showHang, showHangHead, showHead } from './report.ts';
import { runWithWrongClock } from './wrong-clock.ts';

const faults = [
  { name: 'kill embedded', usual: 20, run: kill.killOnEmbedded },
  { name: 'kill postgresql', usual: 20, run: kill.killOnPostgres },
  { name: 'clock', usual: 4, run: kill.moveClock },
  { name: 'wrong clock', usual: 4, run: runWithWrongClock },
  { name: 'postgresql stopped', usual: 5, run: database.stopPostgres },
  { name: 'postgresql hung', usual: 5, run: database.hangPostgres },
  { name: 'postgresql read-only', usual: 5, run: database.makeReadOnly },
  { name: 'postgresql connections', usual: 5, run: database.takeConnections },
  { name: 'postgresql promoted', usual: 3, run: database.promoteStandby },
  { name: 'postgresql several hosts', usual: 3, run: database.findNewPrimary },
  { name: 'disk full', usual: 2, run: database.fillDisk },
  { name: 'redis gone', usual: 5, run: neighbours.loseRedis },
  { name: 'smtp refusing', usual: 2, run: neighbours.refuseMails },
  { name: 'smtp slow', usual: 2, run: neighbours.delayMails },
  { name: 'smtp greylisting', usual: 2, run: neighbours.greylistMails },
];

// These lose no writes, but could refuse or let pass who should not.
const failOvers = [
  { name: 'redis sentinels', usual: 2, run: failOverSentinels },
  { name: 'redis cluster', usual: 2, run: failOverCluster },
];

// These answer late, or not at all, until they are noticed.
const hangs = [
  { name: 'hung worker', usual: 1, run: hangWorker },
  { name: 'hung primary', usual: 1, run: hangPrimary },
  { name: 'hung nginx', usual: 1, run: hangBehindNginx },
];

const given = process.argv.slice(2);
const rounds = Number(given.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length));
const words = given.filter((word) => !word.startsWith('--'));
const isWanted = (name: string) => !words.length || words.some((word) => name.includes(word.toLowerCase()));

console.log(`Node ${process.version}, ${new Date().toISOString()}\n`);
let unwell = 0;
const wanted = faults.filter(({ name }) => isWanted(name));
if (wanted.length) showHead();
for (const { usual, run } of wanted) {
  const fault = await run(rounds || usual);
  show(fault);
  if (!isWell(fault)) unwell += 1;
}
const wantedFailOvers = failOvers.filter(({ name }) => isWanted(name));
if (wantedFailOvers.length) showFailOverHead();
for (const { usual, run } of wantedFailOvers) {
  const found = await run(rounds || usual);
  showFailOver(found);
  if (found.wrong) unwell += 1;
}
const wantedHangs = hangs.filter(({ name }) => isWanted(name));
if (wantedHangs.length) showHangHead();
for (const { usual, run } of wantedHangs) {
  const found = await run(rounds || usual);
  showHang(found);
  if (!isNoticed(found)) unwell += 1;
}
console.log(
  unwell
    ? `\n${unwell} of them lost something, did it twice, answered wrongly, or hung unnoticed.`
    : '\nNothing was lost, nothing done twice, nobody answered wrongly, and no hang was left unnoticed.',
);
process.exit(unwell ? 1 : 0);
