// Markdown becomes the HTML of a page: an introduction, and a section for each heading of level two.
import { Marked, type Token } from 'marked';

export type Section = { id: string; title: string; shortTitle: string; className: string; html: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

const route = /^`([A-Z]+) (\/\S*)`$/;
const captionMark = 'Table: ';
let caption = '';

const marked = new Marked({
  // Addresses in running text stay text.
  tokenizer: { url: () => undefined },
  renderer: {
    heading({ depth, tokens }) {
      return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    paragraph({ raw, tokens }) {
      const text = raw.trim();
      const [, method, path = ''] = route.exec(text) ?? [];
      // A script shows the buttons, because without one they could do nothing.
      if (method)
        return `<p class="route"><span class="method">${method}</span> <code>${escapeHtml(path)}</code><button type="button" class="try" hidden>Try it</button></p>\n`;
      if (!text.startsWith(captionMark)) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      caption = text.slice(captionMark.length);
      return '';
    },
    code({ text }) {
      return `<div class="code"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre><button type="button" class="copy" hidden>Copy</button></div>\n`;
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

// ## Title {#id short="In the list of sections" .class}
const heading = /^([^{]+?)(?: \{#([\w-]+)(?: short="([^"]+)")?(?: \.([\w-]+))?\})?$/;

const sectionOf = ([first, ...content]: Token[]): Section => {
  const [, title = '', id = title.toLowerCase(), shortTitle = title, className = ''] =
    heading.exec(first?.type === 'heading' ? first.text : '') ?? [];
  return { id, title, shortTitle, className, html: marked.parser(content) };
};

export const renderMarkdown = (markdown: string) => {
  const parts: Token[][] = [[]];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) parts.push([]);
    parts.at(-1)?.push(token);
  }
  const [introduction = [], ...sections] = parts;
  return { introduction: marked.parser(introduction), sections: sections.map(sectionOf) };
};

export const plainText = (html: string) =>
  html
    .replace(/<button[^<>]*>[^<]*<\/button>/g, '')
    .replace(/<\/(p|li|h\d|td|th|tr|pre|caption|summary)>/g, ' ')
    .replace(/<[^<>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));
