// Describes an error without the values that it was about. Errors quote parameters, rows, addresses and tokens, and none of these may
// reach a log, so only the fields listed here do.
export type DescribedError = {
  type: string;
  message?: string;
  frames?: string[];
  cause?: DescribedError;
  errors?: DescribedError[];
} & Record<string, unknown>;

// PostgreSQL, the network, the mail server and the providers have words of their own for what went wrong and where.
const toldFacts = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'syscall',
  'command',
  'responseCode',
  'statusCode',
  'status',
  'error',
] as const;

// A word of a closed list looks like this; an address or a secret does not.
const isFact = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^[A-Za-z0-9_. -]{1,63}$/.test(value));

const factsOf = (error: object) => {
  const held = error as Record<string, unknown>;
  return Object.fromEntries(toldFacts.filter((name) => isFact(held[name])).map((name) => [name, held[name]]));
};

// A database and a mail server quote what they were sent; their code says the same.
const quotesWhatItWasSent = (error: object) =>
  ['severity', 'params', 'query', 'responseCode', 'response', 'command'].some((name) => name in error);

const longestMessage = 300;

export const withoutValues = (message: string) =>
  message
    .replace(/(?<![^\s<>"'`(),;=])[^\s<>"'`(),;=]+@[^\s<>"'`(),;]+/g, '[…]')
    .replace(/"[^"]*"?|`[^`]*`?|“[^”]*”?|(?<!\w)'[^']*('(?!\w)|$)|<[^>]*>?/g, '[…]')
    .replace(/\S+/g, (word) => (/\d/.test(word) ? word.replace(/[\w+/=~.$-]{20,}/g, '[…]') : word))
    .replace(/\p{C}/gu, ' ')
    .slice(0, longestMessage);

const mostFrames = 20;
const frame = /^ +at (.*:\d+:\d+\)?|.*<anonymous>\)?|.*native\)?)$/;

// The head of a stack repeats the message, which may have several lines.
const framesOf = ({ stack = '', message }: Error) => {
  const start = stack.indexOf(message);
  const rest = start < 0 ? stack : stack.slice(start + message.length);
  const lines = rest.split('\n').filter((line) => frame.test(line));
  return lines.slice(0, mostFrames).map((line) => line.trim());
};

const deepest = 5;

export const describeError = (error: unknown, depth = 0): DescribedError => {
  if (!(error instanceof Error)) return { type: `thrown ${typeof error}` };
  const { cause, errors } = error as AggregateError;
  const goesOn = depth < deepest;
  return {
    type: error.constructor.name,
    ...(quotesWhatItWasSent(error) ? {} : { message: withoutValues(error.message) }),
    ...factsOf(error),
    frames: framesOf(error),
    ...(cause && goesOn ? { cause: describeError(cause, depth + 1) } : {}),
    ...(Array.isArray(errors) && goesOn
      ? { errors: errors.map((each) => describeError(each, depth + 1)) }
      : {}),
  };
};

// One line, where there is no room for more: 'DatabaseError 23505'.
export const nameError = (error: unknown) => {
  const { type, code, responseCode } = describeError(error);
  return [type, code, responseCode].filter((part) => part !== undefined).join(' ');
};
