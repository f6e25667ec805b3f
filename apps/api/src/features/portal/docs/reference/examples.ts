// What a call looks like and what it answered: the lines of the story, and what its test recorded of each.
import answers from './answers.json' with { type: 'json' };
import type { Call } from './document.ts';
import { story } from './story.ts';

type Recorded = Record<string, { status: number; answer: unknown }>;

const longestList = 2;

// A long list shows its beginning; the type is told beside it.
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, longestList).map(shorten);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
};

const asText = (answer: unknown) => {
  if (answer === null) return null;
  return typeof answer === 'string' ? answer : JSON.stringify(shorten(answer), null, 2);
};

export const exampleOf = ({ method, path }: Call) => {
  const step = story.find(({ operation }) => operation === `${method} ${path}`);
  const recorded = step && (answers as Recorded)[step.operation];
  return recorded ? { line: step.line, status: recorded.status, answer: asText(recorded.answer) } : undefined;
};
