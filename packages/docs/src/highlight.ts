// Colours code while the documentation is built, so that browsers load no script for it. Where the code names the reader's key,
// the page marks the place: for a reader who is signed in, a script fills in their own.
import { codeExamples, keyVariable } from '@ballast/contract/code-examples';
import { escapeHtml } from '@ballast/contract/escape-html';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, go, http, json, nginx, python, typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const otherNames: Record<string, string> = { sh: 'bash', curl: 'bash' };

// What the code says, and how it says the key itself; a star is the key.
const places: [written: string, literal: string][] = [
  ...codeExamples.map(({ fromEnvironment, literal }) => [fromEnvironment, literal('*')] as [string, string]),
  ['blst_test_…', '*'],
];

// A name that no language reads as more than one word.
const markOf = (index: number) => `OWN${keyVariable.replaceAll('_', '')}${'ABCDEFGH'[index]}`;

const color = (text: string, language: string) => {
  const name = otherNames[language] ?? language;
  return name in languages ? hljs.highlight(text, { language: name }).value : escapeHtml(text);
};

export const highlight = (text: string, language: string) => {
  const marked = places.reduce((code, [written], index) => code.replaceAll(written, markOf(index)), text);
  return places.reduce(
    (html, [written, literal], index) =>
      html.replaceAll(
        markOf(index),
        `<span class="own-key" data-literal="${escapeHtml(literal)}">${escapeHtml(written)}</span>`,
      ),
    color(marked, language),
  );
};
