// Markdown becomes the HTML of a page: an introduction, and a section for each heading of level two.

import { escapeHtml } from '@ballast/contract/escape-html';
import { Marked, type Token, type Tokens } from 'marked';
import { codeBlock, codeTabs, type Variant } from './code-block.ts';
import { tabMark } from './markdown.ts';
import { unescapeHtml } from './unescape-html.ts';

export type Section = {
  id: string;
  title: string;
  shortTitle: string;
  className: string;
  // The endpoint that the section describes, as in `GET /api/portal`.
  operation: string;
  html: string;
};

const route = /^`([A-Z]+) (\/\S*)`$/;
const captionMark = 'Table: ';
let caption = '';

export const routeText = (method: string, path: string) =>
  `<span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code>`;

type TabsToken = { type: 'tabs'; raw: string; variants: Variant[] };

const marked = new Marked({
  // Addresses in running text stay text.
  tokenizer: { url: () => undefined },
  extensions: [{ name: 'tabs', renderer: (token) => codeTabs((token as unknown as TabsToken).variants) }],
  renderer: {
    heading({ depth, tokens }) {
      return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    paragraph({ raw, tokens }) {
      const text = raw.trim();
      const [, method, path = ''] = route.exec(text) ?? [];
      if (method)
        return `<p class="route">${routeText(method, path)}<button type="button" class="try" hidden>Try it</button></p>\n`;
      if (!text.startsWith(captionMark)) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      caption = text.slice(captionMark.length);
      return '';
    },
    code({ text, lang = '' }) {
      return codeBlock(text, lang);
    },
    // The first column names what the others describe.
    table({ header, rows }) {
      const columns = header.map(({ text }) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
      const hasHead = header.some(({ text }) => text);
      const body = rows.map((row) => {
        const [first, ...others] = row.map(({ tokens }) => this.parser.parseInline(tokens));
        return `<tr><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
      });
      return `<table class="columns-${header.length}"><caption>${escapeHtml(caption)}</caption>${
        hasHead ? `<thead><tr>${columns}</tr></thead>` : ''
      }<tbody>${body.join('')}</tbody></table>\n`;
    },
  },
});

const isTab = (token: Token): token is Tokens.Code =>
  token.type === 'code' && Boolean(token.lang?.endsWith(tabMark));

// Blocks of code in several languages that follow each other become one token.
const joinTabs = (tokens: Token[]) => {
  const joined: (Token | TabsToken)[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const isGroup = last?.type === 'tabs';
    if (isGroup && token.type === 'space') continue;
    if (!isTab(token)) {
      joined.push(token);
      continue;
    }
    const variant = { id: (token.lang ?? '').slice(0, -tabMark.length), text: token.text };
    if (isGroup) (last as TabsToken).variants.push(variant);
    else joined.push({ type: 'tabs', raw: '', variants: [variant] });
  }
  return joined as Token[];
};

// ## Title {#id short="In the list of sections" .class operation="GET /api/portal"}
const heading = /^([^{]+?)(?: \{#([\w-]+)(?: short="([^"]+)")?(?: \.([\w-]+))?(?: operation="([^"]+)")?\})?$/;

const sectionOf = ([first, ...content]: Token[]): Section => {
  const [, title = '', id = title.toLowerCase(), shortTitle = title, className = '', operation = ''] =
    heading.exec(first?.type === 'heading' ? first.text : '') ?? [];
  return { id, title, shortTitle, className, operation, html: marked.parser(joinTabs(content)) };
};

export const renderMarkdown = (markdown: string) => {
  const parts: Token[][] = [[]];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) parts.push([]);
    parts.at(-1)?.push(token);
  }
  const [introduction = [], ...sections] = parts;
  return { introduction: marked.parser(joinTabs(introduction)), sections: sections.map(sectionOf) };
};

export const plainText = (html: string) =>
  unescapeHtml(
    html
      .replace(/<button[^<>]*>[^<]*<\/button>/g, '')
      .replace(/<\/(p|li|h\d|td|th|tr|pre|caption|summary)>/g, ' ')
      .replace(/<[^<>]+>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .trim();
