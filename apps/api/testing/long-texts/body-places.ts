// Bodies as a whole, whatever their endpoint wants.
import type { Headers } from '../bad-input/draft.ts';
import { longestBody, type Place } from './contract-places.ts';
import type { Form } from './patterns.ts';

// Bodies that are no JSON, or much of it: deep, or of many names.
const nested =
  (open: string, close: string): Form =>
  (_, bytes) => {
    const depth = Math.floor(bytes / (open.length + close.length));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  };
const many =
  (member: (place: number) => string): Form =>
  (_, bytes) => {
    const size = member(1000).length + 1;
    return `{${Array.from({ length: Math.ceil(bytes / size) }, (_, place) => member(place + 1000)).join(',')}}`;
  };
const whole: Record<string, Form> = {
  'a text': (pattern, bytes) => pattern.repeat(Math.max(1, bytes / Buffer.byteLength(pattern))),
  'lists in lists': nested('[', ']'),
  'objects in objects': nested('{"a":', '}'),
  'many names': many((place) => `"a${place}":1`),
  'one name, many times': many(() => '"a":1'),
  'names of prototypes': many(() => '"__proto__ ":1'),
  'half of it': (_, bytes) => '{"a":['.repeat(bytes / 6),
};

const takers = ['/api/auth/signup', '/api/auth/v1/signup', '/api/auth/v1/logout', '/v1/leak-reports'];

export const bodies: Place[] = takers.flatMap((target) =>
  Object.entries(whole).map(([name, form]) => ({
    name: `POST ${target}, ${name}`,
    longest: longestBody,
    form,
    request: (text: string, headers: Headers) => ({
      method: 'POST',
      target,
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(text),
    }),
  })),
);
