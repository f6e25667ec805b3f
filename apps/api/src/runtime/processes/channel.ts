// Processes of one port and their parent, the primary, ask each other over the line that Node lays between them.
type Port = {
  send: (message: Message) => unknown;
  on: (event: 'message', listener: (message: Message) => void) => unknown;
};

type Message = { channel: typeof name; id: number; ask?: string; data?: unknown; answer?: unknown };

// Each answers what it is asked by a function of that name.
type Answers = Record<string, (data: never) => unknown>;

export type Channel = {
  ask: <Answer>(what: string, data?: unknown) => Promise<Answer>;
  // Adds a question that this side can answer from now on. Until then its answer is null.
  answer: (what: string, answer: Answers[string]) => void;
  // The other side has ended: the answer to every question is null.
  close: () => void;
};

const name = 'ballast';

export const openChannel = (port: Port, answers: Answers): Channel => {
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  let isClosed = false;

  const hear = (message: Message) => {
    // Node and the libraries use the same line.
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
        if (isClosed) return resolve(null as never);
        asked += 1;
        waiting.set(asked, resolve as (answer: unknown) => void);
        port.send({ channel: name, id: asked, ask, data });
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
