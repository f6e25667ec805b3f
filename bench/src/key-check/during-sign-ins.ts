// The key check while people sign in: hashing a password takes a core for tens of milliseconds.
import { logIn } from '@ballast/contract/auth/auth';
import { createClient } from '@ballast/contract/http/client';
import { password } from '@ballast/harness/developer';
import { askAll, during, type Load, questionWith, showLoad } from '../load.ts';
import { startStage } from './stage.ts';

const turns = 3;
const turnMs = 6000;
const signInsPerSecond = 50;
// One account gets few places in the queue for hashing, so that many people must be there.
const people = 25;
// Some 2000 checks each second: the machine has room for both.
const connections = 8;
const pauseMs = 3;

const signInSteadily = (url: string, emails: string[]) => {
  const call = createClient({ portalUrl: url });
  const [done, refused] = [{ count: 0 }, { count: 0 }];
  let turn = 0;
  const timer = setInterval(() => {
    const email = emails[turn % emails.length] ?? '';
    turn += 1;
    call(logIn, { body: { email, password } }).then(
      () => {
        done.count += 1;
      },
      () => {
        refused.count += 1;
      },
    );
  }, 1000 / signInsPerSecond);
  return () => {
    clearInterval(timer);
    return { done: done.count, refused: refused.count };
  };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 2000));
const middle = (loads: Load[]) => loads.toSorted((a, b) => b.p99 - a.p99)[Math.floor(loads.length / 2)];

export const measureDuringSignIns = async () => {
  const stage = await startStage(1);
  const [key = ''] = await stage.newKeys(1, 100_000);
  const emails: string[] = [];
  while (emails.length < people) emails.push((await stage.newDeveloper()).email);
  const check = () => askAll(stage.ports, during(turnMs, [questionWith(key)]), connections, pauseMs);
  await check();
  const [quiet, busy]: [Load[], Load[]] = [[], []];
  let [done, refused] = [0, 0];
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await check());
    const stop = signInSteadily(stage.portals[0]?.url ?? '', emails);
    await settle();
    busy.push(await check());
    const counts = stop();
    done += counts.done;
    refused += counts.refused;
    await settle();
  }
  const [calm, loaded] = [middle(quiet), middle(busy)];
  if (!calm || !loaded) return;
  const seconds = (turns * (turnMs + 2000)) / 1000;
  console.log(`Key check while ${signInsPerSecond} people sign in each second: 50%, 99%`);
  showLoad('quiet', calm);
  showLoad('meanwhile', loaded, `99%: ${(loaded.p99 / calm.p99).toFixed(1)} × quiet   budget 3 ×`);
  console.log(
    `  sign-ins answered ${(done / seconds).toFixed(1)}/s, turned away ${(refused / seconds).toFixed(1)}/s\n`,
  );
  await stage.stop();
};
