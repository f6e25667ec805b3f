// One port served by one process and by two, whose limits their primary or Redis counts. It is measured for keys that pass and for
// keys whose limit is spent. Of the latter only the first refusal needs the counter.
import { startRedis } from '@ballast/harness/redis';
import { askAll, during, type Load, questionWith, showLoad, untilKnown } from '../load.ts';
import { startStage } from './stage.ts';

const turnMs = 4000;
const connections = 64;

const measure = async (env: Record<string, string>, processes = 1) => {
  const stage = await startStage(processes, env);
  const passing = (await stage.newKeys(10_000)).map(questionWith);
  const spent = (await stage.newKeys(200, 1)).map(questionWith);
  const ask = async (questions: string[]) => {
    await askAll(stage.ports, untilKnown(questions), connections);
    return askAll(stage.ports, during(turnMs, questions), connections);
  };
  const loads = { passing: await ask(passing), spent: await ask(spent) };
  await stage.stop();
  return loads;
};

const ratioTo = (load: Load, base: Load) => `ratio ${(load.perSecond / base.perSecond).toFixed(2)}`;

export const measureOnePort = async () => {
  const redis = await startRedis();
  const one = await measure({});
  const two = await measure({ PROCESSES: '2' });
  const twoWithRedis = await measure({ PROCESSES: '2', REDIS_URL: redis.url });
  const apart = await measure({}, 2);
  const apartWithRedis = await measure({ REDIS_URL: redis.url }, 2);
  await redis.stop();
  for (const kind of ['passing', 'spent'] as const) {
    console.log(
      `Key check, ${kind === 'passing' ? '10 000 cached keys' : '200 keys whose limit is spent'}: 50%, 99%`,
    );
    showLoad('one process', one[kind]);
    showLoad('two on one port, the primary counts', two[kind], `${ratioTo(two[kind], one[kind])} to one`);
    showLoad(
      'two on one port, Redis counts',
      twoWithRedis[kind],
      `${ratioTo(twoWithRedis[kind], two[kind])} to the primary`,
    );
    showLoad('two ports, each its own memory', apart[kind]);
    const budget = kind === 'spent' ? '   budget 0.60' : '';
    showLoad(
      'two ports, Redis counts',
      apartWithRedis[kind],
      `${ratioTo(apartWithRedis[kind], apart[kind])} to memory${budget}`,
    );
    console.log();
  }
};
