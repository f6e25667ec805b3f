// Every error code with its status and its meaning. The contract has the codes, and fragments/errors.md has the meanings of
// those whose message differs from call to call.
import { readFileSync } from 'node:fs';
import { type ErrorCode, errors, messageOf } from '@ballast/contract/http/errors';
import { code, escapeMarkdown, rows } from './markdown.ts';

const fragment = readFileSync(new URL('../fragments/errors.md', import.meta.url), 'utf8');
const meanings = new Map([...fragment.matchAll(/^- `(\w+)`: (.+)$/gm)].map(([, name, text]) => [name, text]));

for (const name of meanings.keys())
  if (!name || !(name in errors)) throw new Error(`fragments/errors.md explains an unknown code: ${name}`);

const meaningOf = (name: ErrorCode) => {
  const meaning = meanings.get(name) ?? messageOf(name);
  if (!meaning) throw new Error(`fragments/errors.md has no meaning of ${name}`);
  return meaning;
};

const codes = (Object.keys(errors) as ErrorCode[]).toSorted(
  (one, other) => errors[one].status - errors[other].status || one.localeCompare(other),
);

const anchorOf = (name: ErrorCode) => `error-${name}`;

export const errorRows = () =>
  rows(
    codes.map((name) => [
      `<span id="${anchorOf(name)}">${code(name)}</span>`,
      String(errors[name].status),
      escapeMarkdown(meaningOf(name)),
    ]),
  );

export const searchErrors = () =>
  codes.map((name) => ({
    id: anchorOf(name),
    title: name,
    text: `${errors[name].status} ${meaningOf(name)}`,
  }));
