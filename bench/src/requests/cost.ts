// What the log of requests costs the key check: each turn asks a process without it and one with it.
import { readFileSync } from 'node:fs';
import type { Stage } from '../key-check/stage.ts';
import { askAll, during, onceEach, questionWith } from '../load.ts';

const turns = 7;
const turnMs = 3000;
const manyKeys = 10_000;
const ticksPerSecond = 100;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

// How long the process has computed. Other programs on the machine change it less than the number of requests in a second.
const computedSeconds = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

type Cost = { perSecond: number; microseconds: number };

const ratioOf = (of: keyof Cost, all: { off: Cost; on: Cost }[]) =>
  median(all.map(({ off, on }) => (of === 'perSecond' ? on[of] / off[of] : off[of] / on[of]))).toFixed(2);

type Places = { withLog: number; without: number };

// Each turn begins with the other process.
const measureTurns = async (stage: Stage, { withLog, without }: Places, questions: string[]) => {
  const ask = async (place: number): Promise<Cost> => {
    const [port = 0, pid = 0] = [stage.ports[place], stage.portals[place]?.child.pid];
    await askAll([port], onceEach(questions));
    const before = computedSeconds(pid);
    const { perSecond, count } = await askAll([port], during(turnMs, questions));
    return { perSecond, microseconds: ((computedSeconds(pid) - before) * 1_000_000) / count };
  };
  await ask(without);
  await ask(withLog);
  const all: { off: Cost; on: Cost }[] = [];
  while (all.length < turns) {
    const early = all.length % 2 ? await ask(withLog) : null;
    const off = await ask(without);
    all.push({ off, on: early ?? (await ask(withLog)) });
  }
  return all;
};

export const measureCost = async (stage: Stage, places: Places) => {
  const one = (await stage.newKeys(1, 100_000)).map(questionWith);
  const many = (await stage.newKeys(manyKeys)).map(questionWith);
  console.log(`  without the log and with it, median of ${turns} turns; more is better, budget 0.95`);
  for (const [name, questions] of [
    ['1 key', one],
    ['10,000 keys', many],
  ] as const) {
    const all = await measureTurns(stage, places, questions);
    const of = (name: 'off' | 'on', what: keyof Cost) =>
      median(all.map((turn) => turn[name][what])).toFixed(0);
    console.log(
      `  ${name.padEnd(14)} ${of('off', 'perSecond')}/s, ${of('on', 'perSecond')}/s: ${ratioOf('perSecond', all)}   ` +
        `${of('off', 'microseconds')} µs, ${of('on', 'microseconds')} µs of the process for each: ${ratioOf('microseconds', all)}`,
    );
  }
};
