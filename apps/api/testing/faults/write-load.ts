// Developers write as fast as they are answered: keys are created, renamed and deleted, and people sign up, whose mail is a job. What was
// acknowledged is looked for afterwards, through the front door.
import { createKey, deleteKey, updateKey } from '@ballast/contract/keys/api-keys';
import {
  type Developer,
  newDeveloper,
  newEmail,
  signInDeveloper,
  signUpUnverified,
} from '@ballast/harness/developer';
import { mailsTo } from '@ballast/harness/mailbox';
import { waitFor } from '@ballast/harness/wait-for';

const atOnce = 6;

type Outcome = 'no' | 'acknowledged' | 'unknown';
type KeyLife = { name: string; id: string; created: Outcome; renamed: Outcome; deleted: Outcome };
type Row = { id: string; name: string; type: string };

// A mail whose process or database ends between sending it and writing that down is sent again: that is no fault, and is told.
export type Tally = {
  acknowledged: number;
  found: number;
  halfDone: number;
  twice: number;
  mailedAgain: number;
};
export const noTally = (): Tally => ({ acknowledged: 0, found: 0, halfDone: 0, twice: 0, mailedAgain: 0 });
export const addTally = (sum: Tally, one: Tally) => {
  for (const name of ['acknowledged', 'found', 'halfDone', 'twice', 'mailedAgain'] as const)
    sum[name] += one[name];
};

export type WriteLoad = Awaited<ReturnType<typeof startWriteLoad>>;

const readAll = async (portalUrl: string, path: string, { session }: Developer) => {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: Response = await fetch(`${portalUrl}/api${path}${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    rows.push(...((await answer.json()) as Row[]));
    cursor = answer.headers.get('x-next-cursor');
  }
  return rows;
};

const countKeys = (lives: KeyLife[], keys: Row[], activities: Row[]): Tally => {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const names = new Set(keys.map(({ name }) => name));
  const tally = noTally();
  const judge = (outcome: Outcome, isThere: boolean) => {
    if (outcome !== 'acknowledged') return;
    tally.acknowledged += 1;
    if (isThere) tally.found += 1;
  };
  let existed = 0;
  for (const { name, id, created, renamed, deleted } of lives) {
    const row = byId.get(id);
    if (created === 'acknowledged' || names.has(name)) existed += 1;
    judge(created, row !== undefined || deleted !== 'no');
    judge(renamed, row?.name === `${name} renamed` || deleted !== 'no');
    judge(deleted, row === undefined);
  }
  // Each key and its entry were written together, once.
  const entries = activities.filter(({ type }) => type === 'key_created').length;
  tally.halfDone = Math.max(0, existed - entries);
  tally.twice = Math.max(0, entries - existed);
  return tally;
};

const countPeople = async (portalUrl: string, people: string[]): Promise<Tally> => {
  const tally = noTally();
  for (const email of people) {
    tally.acknowledged += 1;
    await signInDeveloper(portalUrl, email);
    const mails = await waitFor(`the mail to ${email}`, async () => {
      const found = await mailsTo(portalUrl, email);
      if (!found.length) throw new Error('it is not there');
      return found;
    });
    tally.found += 1;
    tally.mailedAgain += mails.filter(({ subject }) => /^Verify/.test(subject)).length - 1;
  }
  return tally;
};

export const startWriteLoad = async (portalUrl: string) => {
  const developer = await waitFor('a developer', () => newDeveloper(portalUrl));
  const { call, email } = developer;
  const lives: KeyLife[] = [];
  const people: string[] = [];
  let going = true;
  let refused = 0;
  let answered = 0;

  const attempt = async (work: () => Promise<unknown>): Promise<Outcome> => {
    try {
      await work();
      answered += 1;
      return 'acknowledged';
    } catch {
      refused += 1;
      // A refused caller waits a moment.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return 'unknown';
    }
  };
  const liveKey = async () => {
    const turn = lives.length;
    const life: KeyLife = { name: `key ${turn}`, id: '', created: 'unknown', renamed: 'no', deleted: 'no' };
    lives.push(life);
    life.created = await attempt(async () => {
      life.id = (await call(createKey, { body: { name: life.name, environment: 'SANDBOX' } })).id;
    });
    if (life.created !== 'acknowledged') return;
    const params = { id: life.id };
    if (turn % 3 === 0) {
      life.renamed = 'unknown';
      life.renamed = await attempt(() => call(updateKey, { params, body: { name: `${life.name} renamed` } }));
    }
    if (turn % 4 === 0) {
      life.deleted = 'unknown';
      life.deleted = await attempt(() => call(deleteKey, { params }));
    }
  };
  const signUp = async () => {
    const person = newEmail('new');
    if ((await attempt(() => signUpUnverified(portalUrl, { email: person }))) === 'acknowledged')
      people.push(person);
  };
  const write = async () => {
    for (let turn = 0; going; turn += 1) await (turn % 5 === 4 ? signUp() : liveKey());
  };
  const writing = Array.from({ length: atOnce }, write);

  return {
    answered: () => answered,
    refused: () => refused,
    stop: async () => {
      going = false;
      await Promise.all(writing);
    },
    // The portal may have another address by now.
    count: async (at = portalUrl, mailsAreThere = true): Promise<Tally> => {
      const reader = await waitFor('a session', () => signInDeveloper(at, email));
      const keys = await readAll(at, '/api-keys?limit=500', reader);
      const activities = await readAll(at, '/activities?limit=100', reader);
      const tally = countKeys(lives, keys, activities);
      if (mailsAreThere) addTally(tally, await countPeople(at, people));
      return tally;
    },
    people: () => people,
  };
};

// Until it has written so much more.
export const whenWritten = (load: WriteLoad, more: number) => {
  const wanted = load.answered() + more;
  return waitFor(`${more} writes`, () => {
    if (load.answered() < wanted) throw new Error(`there are ${load.answered()} of ${wanted}`);
  });
};
