// The examples of the reference, and the answers that their test recorded.
import { readFileSync } from 'node:fs';
import { marked } from 'marked';
import answers from './answers.json' with { type: 'json' };

type Line = { line: string; keeps: Record<string, string> };

export type Example = Line & {
  // The method and the path, as the reference writes them.
  operation: string;
  // What must have happened before, and is not shown.
  before?: Line;
  // The answer shows this value of a field only after work behind the call. The test waits for it.
  until?: { field: string; value: string };
};

// The words after `sh` are a command and pairs, as in `keeps KEY_ID=id`.
const readInfo = (info: string) => {
  const [, command = '', ...words] = info.split(' ');
  return { command, pairs: words.map((word) => word.split('=') as [string, string]) };
};

const readExamples = (markdown: string) => {
  const examples: Example[] = [];
  let operation = '';
  let before: Line | undefined;
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') operation = token.text;
    if (token.type !== 'code') continue;
    const { command, pairs } = readInfo(token.lang);
    const [[field, value] = ['', '']] = pairs;
    const line = { line: token.text, keeps: command === 'until' ? {} : Object.fromEntries(pairs) };
    if (command === 'before') before = line;
    else {
      const until = command === 'until' ? { until: { field, value } } : {};
      examples.push({ operation, ...line, ...(before ? { before } : {}), ...until });
      before = undefined;
    }
  }
  return examples;
};

export const examples = readExamples(
  readFileSync(new URL('../../fragments/examples.md', import.meta.url), 'utf8'),
);

const longestList = 2;

// A long list shows its beginning; the table of fields shows its type.
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, longestList).map(shorten);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
};

const recorded = new Map<string, { status: number; answer: unknown }>(Object.entries(answers));

export const exampleOf = (operation: string) => {
  const example = examples.find((each) => each.operation === operation);
  const answer = recorded.get(operation);
  if (!example || !answer) return undefined;
  const text = answer.answer === null ? null : JSON.stringify(shorten(answer.answer), null, 2);
  return { line: example.line, status: answer.status, answer: text };
};
