// Redis gone, and a mail server that refuses, is slow, or takes a mail only when it is offered again.
import { once } from 'node:events';
import { newEmail, signUpUnverified } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { startPortal } from '@ballast/harness/portal';
import { startRedis } from '@ballast/harness/redis';
import { waitFor } from '@ballast/harness/wait-for';
import { SMTPServer } from 'smtp-server';
import { runUnderLoad, settings } from './portal-under-load.ts';
import type { Fault } from './report.ts';
import { noTally, whenWritten } from './write-load.ts';

export const loseRedis = async (rounds: number) => {
  const redis = await startRedis();
  const found = await runUnderLoad({
    fault: 'Redis gone',
    rounds,
    variables: { REDIS_URL: redis.url },
    fail: async (load) => {
      await redis.stop();
      await whenWritten(load, 20);
      await redis.start();
    },
  });
  await redis.stop();
  return found;
};

type Mood = 'well' | 'refuses' | 'slow' | 'greylists';
const slowMs = 3000;

const startMailServer = async (moodOf: () => Mood) => {
  const received: string[] = [];
  const seen = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 200,
    onRcptTo: ({ address }, _, done) => {
      const mood = moodOf();
      const isNew = !seen.has(address);
      seen.add(address);
      if (mood === 'slow') return void setTimeout(() => done(), slowMs);
      if (mood === 'refuses' || (mood === 'greylists' && isNew))
        return done(Object.assign(new Error('come back later'), { responseCode: 451 }));
      done();
    },
    onData: (stream, session, done) => {
      stream.resume().once('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { url: `smtp://127.0.0.1:${port}`, received, close };
};

const signUpsInRound = 12;

// Each who signed up gets the mail, once.
const mailFault = async (fault: string, rounds: number, mood: Mood): Promise<Fault> => {
  let now: Mood = 'well';
  const server = await startMailServer(() => now);
  const portal = await startPortal({
    ...settings,
    SMTP_URL: server.url,
    MAIL_FROM: 'no-reply@ballast.example',
  });
  const tally = noTally();
  const readyMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    now = mood;
    const people = Array.from({ length: signUpsInRound }, () => newEmail('new'));
    await Promise.all(people.map((email) => signUpUnverified(portal.url, { email })));
    tally.acknowledged += people.length;
    if (mood === 'refuses') now = 'well';
    const began = performance.now();
    const arrived = (email: string) => server.received.filter((to) => to === email).length;
    await waitFor('all mails', () => {
      if (people.some((email) => !arrived(email))) throw new Error('some are missing');
    });
    readyMs.push(performance.now() - began);
    tally.found += people.length;
    tally.twice += people.filter((email) => arrived(email) > 1).length;
  }
  await portal.stop();
  await server.close();
  return { fault, rounds, ...tally, refused: 0, readyMs };
};

export const refuseMails = (rounds: number) => mailFault('SMTP refusing', rounds, 'refuses');
export const delayMails = (rounds: number) => mailFault('SMTP slow, 3 s for each', rounds, 'slow');
export const greylistMails = (rounds: number) => mailFault('SMTP greylisting', rounds, 'greylists');
