// Requests and answers between the processes of one port and their primary, over Node's IPC channel.
type Port = {
  send: (message: Message) => unknown;
  on: (event: 'message', listener: (message: Message) => void) => unknown;
};

type Message = { channel: typeof name; id: number; ask?: string; data?: unknown; answer?: unknown };

type Answers = Record<string, (data: never) => unknown>;

export type Channel = {
  ask: <Answer>(what: string, data?: unknown) => Promise<Answer>;
  // Without it the answer is null.
  answer: (what: string, answer: Answers[string]) => void;
  // The answer is null when the other side has ended, and when too many questions are waiting.
  close: () => void;
};

const name = 'ballast';

// The other side hangs when so many wait.
const mostWaiting = 10_000;

export const openChannel = (port: Port, answers: Answers): Channel => {
  const waiting = new Map<number, (answer: unknown) => void>();
  let lastId = 0;
  let isClosed = false;

  const hear = (message: Message) => {
    // Node and the libraries use the same channel.
    if (message?.channel !== name) return;
    const { id, ask, data, answer } = message;
    if (ask === undefined) {
      waiting.get(id)?.(answer);
      waiting.delete(id);
      return;
    }
    const sendBack = (answer: unknown) => port.send({ channel: name, id, answer });
    const found = answers[ask]?.(data as never) ?? null;
    if (found instanceof Promise) found.then(sendBack, () => sendBack(null));
    else sendBack(found);
  };
  port.on('message', hear);

  return {
    ask: (ask, data) =>
      new Promise((resolve) => {
        if (isClosed || waiting.size >= mostWaiting) return resolve(null as never);
        lastId += 1;
        waiting.set(lastId, resolve as (answer: unknown) => void);
        port.send({ channel: name, id: lastId, ask, data });
      }),
    answer: (what, answer) => {
      answers[what] = answer;
    },
    close: () => {
      isClosed = true;
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
};
