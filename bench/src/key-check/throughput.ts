// The key check of one process beside a bare node:http server that is asked and answers the same bytes.
import { askAll, during, type Load, onceEach, questionFor, questionWith, showLoad } from '../load.ts';
import { neededScope, startStage } from './stage.ts';
import { startBare } from './start-bare.ts';

// In turns, because machines are noisy.
const turns = 5;
const turnMs = 3000;
const manyKeys = 10_000;

const median = (loads: Load[], of: (load: Load) => number) =>
  loads.map(of).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;

const middle = (loads: Load[]): Load => ({
  count: 0,
  refused: loads.reduce((sum, { refused }) => sum + refused, 0),
  perSecond: median(loads, ({ perSecond }) => perSecond),
  p50: median(loads, ({ p50 }) => p50),
  p99: median(loads, ({ p99 }) => p99),
});

// The cache holds one of the two sets of many keys with certainty, so each is asked for once before it is measured.
const askCached = async (port: number, questions: string[]) => {
  await askAll([port], onceEach(questions));
  return askAll([port], during(turnMs, questions));
};

export const measureThroughput = async () => {
  const stage = await startStage(1, { TRUST_PROXY: 'on' });
  // The one key needs a limit above what the machine can do; the many share the load.
  const [one = ''] = await stage.newKeys(1, 100_000);
  const questions = (await stage.newKeys(manyKeys)).map(questionWith);
  const oneQuestion = [questionWith(one)];
  const asGateway = (key: string, n: number) => questionFor(key, `127.0.${n % 200}.1`, neededScope);
  const [oneRestricted = ''] = await stage.newRestrictedKeys(1, 100_000);
  const oneAsGateway = [asGateway(oneRestricted, 0)];
  const restricted = (await stage.newRestrictedKeys(manyKeys)).map(asGateway);
  const bare = await startBare(stage, { authorization: `Bearer ${one}` });
  // Each check is compared with a server that reads the same request and sends the same answer. So the bare server also reads the
  // headers that a gateway adds, and writes the fields of a restricted key.
  const bareGateway = await startBare(stage, {
    authorization: `Bearer ${oneRestricted}`,
    'x-forwarded-for': '127.0.0.1',
    'x-required-scope': neededScope,
  });
  const [port = 0] = stage.ports;
  const plain = 'bare node:http, the same bytes';
  const gateway = 'bare node:http, the same, as gateway';
  const contenders = [
    { name: plain, run: () => askAll([bare.port], during(turnMs, oneQuestion)) },
    { name: '1 key', baseline: plain, run: () => askAll([port], during(turnMs, oneQuestion)) },
    { name: '10 000 keys', baseline: plain, run: () => askCached(port, questions) },
    { name: gateway, run: () => askAll([bareGateway.port], during(turnMs, oneAsGateway)) },
    {
      name: '1 key, every restriction',
      baseline: gateway,
      run: () => askAll([port], during(turnMs, oneAsGateway)),
    },
    { name: '10 000 keys, every restriction', baseline: gateway, run: () => askCached(port, restricted) },
  ];
  for (const { run } of contenders) await run();
  const loads = new Map<string, Load[]>(contenders.map(({ name }) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const { name, run } of contenders) loads.get(name)?.push(await run());

  console.log(`Key check, one process, cached keys: median of ${turns} turns, 50%, 99%`);
  for (const { name, baseline } of contenders) {
    const load = middle(loads.get(name) ?? []);
    if (!baseline) {
      showLoad(name, load);
      continue;
    }
    if (load.refused) throw new Error(`${load.refused} checks were refused`);
    const ratio = load.perSecond / middle(loads.get(baseline) ?? []).perSecond;
    showLoad(name, load, `ratio ${ratio.toFixed(2)}   budget 0.75`);
  }
  console.log();
  bare.stop();
  bareGateway.stop();
  await stage.stop();
};
