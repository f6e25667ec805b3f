// One connection of each process is asked every half second. It hears what is announced (NOTIFY), knows within two seconds when the
// database hangs, and finds out when it is back, or which server took its place.
import type { Client } from 'pg';
import { inTime } from '../../runtime/in-time.ts';
import { cutConnection, type Servers } from '../connections/servers.ts';
import { type Listener, openAnnouncements } from './announcements.ts';
import { type DatabaseChange, openOutage } from './outage.ts';
import { openSilence } from './silence.ts';

export const lifelineName = 'ballast key changes';

const heartbeatEveryMs = 500;
const answerWithinMs = 2000;
// A connection takes longer to open on a busy server than a statement takes.
const connectWithinMs = 5000;
const seekEveryMs = 1000;
const firstPauseMs = 50;
const mostAttempts = 5;

type Handlers = { tell: (change: DatabaseChange) => void; moved: () => void };

export type Lifeline = ReturnType<typeof openLifeline>;

// While there is no connection, another one is tried every second.
const openSearch = (attempt: () => Promise<void>, isNeeded: () => boolean) => {
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 0;
  let attempts = 0;
  const seek = () => {
    clearTimeout(timer);
    if (!isNeeded()) return;
    pauseMs = Math.min(pauseMs * 2 || firstPauseMs, seekEveryMs);
    timer = setTimeout(seek, pauseMs).unref();
    if (attempts >= mostAttempts) return;
    attempts += 1;
    void attempt().finally(() => {
      attempts -= 1;
    });
  };
  return {
    begin: () => {
      pauseMs = 0;
      seek();
    },
    stop: () => clearTimeout(timer),
  };
};

export const openLifeline = (servers: Servers, silenceMs: number, { tell, moved }: Handlers) => {
  const outage = openOutage(tell);
  const silence = openSilence(silenceMs, () => outage.begins({ kind: 'silent' }));
  const announcements = openAnnouncements((question) => silence.watch(inTime(question, answerWithinMs)));
  let client: Client | null = null;
  let server = servers.current();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const lose = (lost: Client, error?: unknown) => {
    if (client !== lost) return;
    client = null;
    clearTimeout(timer);
    cutConnection(lost);
    announcements.lose();
    outage.begins({ kind: 'lost', error });
    search.begin();
  };
  // Trust counts from when the heartbeat was sent: earlier announcements came before its answer.
  const beat = async (on: Client) => {
    const confirm = announcements.expect();
    await silence.watch(servers.ask(on, answerWithinMs));
    if (client !== on) return;
    confirm();
    outage.ends();
    timer = setTimeout(() => void beat(on).catch((error) => lose(on, error)), heartbeatEveryMs).unref();
  };
  const adopt = async (found: Client) => {
    client = found;
    found.on('error', (error) => lose(found, error));
    found.on('end', () => lose(found));
    if (server !== servers.current()) moved();
    server = servers.current();
    await announcements.subscribeAll(found);
    await beat(found);
  };
  const connect = () => servers.connect(connectWithinMs, { application_name: lifelineName });
  const attempt = async () => {
    const found = await silence.watch(connect()).catch(() => null);
    if (!found) return;
    if (stopped || client) return cutConnection(found);
    await adopt(found).catch((error) => lose(found, error));
  };
  const search = openSearch(attempt, () => !stopped && !client);

  return {
    listen: (channel: string, listener: Listener) => {
      const open = client;
      const { subscribed, close } = announcements.add(channel, listener, open);
      subscribed.catch((error) => open && lose(open, error));
      return close;
    },
    start: async () => adopt(await connect()),
    isSilent: silence.isSilent,
    whenSilent: silence.whenSilent,
    heard: silence.heard,
    unlessAway: outage.unlessAway,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      search.stop();
      silence.stop();
      outage.stop();
      const open = client;
      client = null;
      if (open) cutConnection(open);
    },
  };
};
