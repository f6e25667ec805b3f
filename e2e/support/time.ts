// Time in the pages of the tests. A timer of a second or more ends only when a test lets the time pass: a toast, a redirect, a
// repeated call. So nothing has to be seen before a real timer ends, and no test waits for one. Shorter timers run by themselves.
import { type BrowserContext, expect, type Locator, type Page, type Request } from '@playwright/test';

type Timer = { run: () => void; due: number; every: number | null; native: number | null };
type TimeWindow = {
  passTime: (ms: number) => Promise<void>;
  moveDate: (ms: number) => void;
  holdShortTimers: () => void;
};

const install = () => {
  const setNative = window.setTimeout.bind(window);
  const clearNative = window.clearTimeout.bind(window);
  const RealDate = Date;
  const timers = new Map<number, Timer>();
  let heldFromMs = 1000;
  let nextId = 0;
  // How much time the test has let pass.
  let now = 0;
  let dateMoved = 0;

  const fire = (id: number, timer: Timer) => {
    if (timer.native !== null) clearNative(timer.native);
    if (timer.every === null) timers.delete(id);
    else schedule(id, { ...timer, due: timer.due + timer.every }, timer.every);
    timer.run();
  };
  const schedule = (id: number, timer: Timer, ms: number) => {
    const native = ms < heldFromMs ? setNative(() => fire(id, { ...timer, due: now }), ms) : null;
    timers.set(id, { ...timer, native });
  };
  const start = (handler: TimerHandler, ms: number, args: unknown[], every: number | null) => {
    nextId += 1;
    const run = () => typeof handler === 'function' && handler(...args);
    schedule(nextId, { run, due: now + Math.max(ms, 1), every, native: null }, ms);
    return nextId;
  };
  const clear = (id?: number) => {
    const timer = id === undefined ? undefined : timers.get(id);
    if (timer?.native) clearNative(timer.native);
    if (id !== undefined) timers.delete(id);
  };

  class MovedDate extends RealDate {
    constructor(...args: ConstructorParameters<typeof Date> | []) {
      super(...((args.length ? args : [MovedDate.now()]) as ConstructorParameters<typeof Date>));
    }
    static override now() {
      return RealDate.now() + now + dateMoved;
    }
  }

  // What has just come to be seen may start its timers a moment later.
  const settle = () => new Promise<void>((resolve) => requestAnimationFrame(() => setNative(resolve)));

  const passTime = async (ms: number) => {
    await settle();
    const end = now + ms;
    for (;;) {
      const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
      if (!next) break;
      now = next[1].due;
      fire(...next);
    }
    now = end;
  };

  Object.assign(window, {
    setTimeout: (handler: TimerHandler, ms = 0, ...args: unknown[]) => start(handler, ms, args, null),
    setInterval: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      start(handler, ms, args, Math.max(ms, 1)),
    clearTimeout: clear,
    clearInterval: clear,
    Date: MovedDate,
    passTime,
    moveDate: (ms: number) => {
      dateMoved += ms;
    },
    holdShortTimers: () => {
      heldFromMs = 1;
    },
  });
};

export const holdTime = (context: BrowserContext) => context.addInitScript(install);

const timeOf = (page: Page) => page.evaluateHandle(() => window as unknown as TimeWindow);

// For all pages of a tab: its date is ahead from the beginning.
export const beginLater = (page: Page, ms: number) =>
  page.addInitScript((ahead) => (window as unknown as TimeWindow).moveDate(ahead), ms);

// No timer runs while a laptop sleeps: only the date has moved when it wakes.
export const sleep = async (page: Page, ms: number) =>
  (await timeOf(page)).evaluate((time, slept) => time.moveDate(slept), ms);

export const passTime = async (page: Page, ms: number) =>
  (await timeOf(page)).evaluate((time, passed) => time.passTime(passed), ms);

// From now on not even a short timer ends before the test lets the time pass.
export const holdShortTimers = async (page: Page) =>
  (await timeOf(page)).evaluate((time) => time.holdShortTimers());

// The same for all pages of a tab, from their beginning.
export const beginWithTimersHeld = (page: Page) =>
  page.addInitScript(() => (window as unknown as TimeWindow).holdShortTimers());

// For what takes several rounds, as a call that is tried again. No time passes while a call is under way, so a slow machine
// changes nothing. Gives the seconds that it took.
export const passTimeUntil = async (page: Page, sight: Locator) => {
  const underWay = new Set<Request>();
  const begin = (request: Request) => underWay.add(request);
  const end = (request: Request) => underWay.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  let seconds = 0;
  const lookAgain = async () => {
    if (await sight.isVisible()) return true;
    if (underWay.size) return false;
    await passTime(page, 1000);
    seconds += 1;
    return false;
  };
  const message = `time passes until it is visible: ${sight}`;
  await expect.poll(lookAgain, { intervals: [50], message }).toBe(true);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return seconds;
};
