// The prose of a file as paragraphs: { line, text }, where text has the line breaks of the file.
import { parseSync, Visitor } from 'oxc-parser';

const isCode = (file) => /\.[cm]?[jt]sx?$/.test(file);

// Code, quoted texts and addresses are not our words. Each counts as one.
const withoutQuotes = (text) =>
  text
    .replace(/`[^`]*`/g, 'x')
    .replace(/“[^“”]*”/g, 'x')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1');

// A heading, a list item or a command begins a paragraph.
const item = /^\s*([-*>#]|\d+\.|npm |node )/;

const paragraphsOf = (lines) => {
  const paragraphs = [];
  let open;
  for (const { line, text, begins } of lines) {
    if (!text.trim()) open = undefined;
    else if (open && !begins && line === open.line + open.lines.length) open.lines.push(text);
    else {
      open = { line, lines: [text] };
      paragraphs.push(open);
    }
  }
  return paragraphs.map(({ line, lines }) => ({ line, text: withoutQuotes(lines.join('\n')) }));
};

const markdownLines = (text) => {
  let fenced = false;
  let inParagraph = false;
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const fence = /^\s*(```|~~~)/.test(content);
    if (fence) fenced = !fenced;
    const code = fence || fenced || (!inParagraph && /^ {4}/.test(content));
    inParagraph = !code && content.trim() !== '';
    if (code) return [{ line, text: '' }];
    if (content.startsWith('|'))
      return content.split('|').map((cell) => ({ line, text: cell, begins: true }));
    return [{ line, text: content, begins: item.test(content) }];
  });
};

const directive = /^\W*(biome-ignore|@ts-|@vitest|eslint-|prettier-|#__)/;

const commentsOf = (file, text) => {
  if (isCode(file)) return parseSync(file, text).comments;
  let start = 0;
  return text.split('/*').flatMap((part, index) => {
    const comment = { start, value: part.split('*/')[0] };
    start += part.length + 2;
    return index ? [comment] : [];
  });
};

const commentLines = (file, text) =>
  commentsOf(file, text)
    .filter(({ value }) => !directive.test(value))
    .flatMap(({ start, value }) => {
      const line = text.slice(0, start).split('\n').length;
      const alone = text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === '';
      return value.split('\n').map((content, index) => ({
        line: line + index,
        text: content.replace(/^\s*\*+/, ''),
        begins: (index === 0 && !alone) || item.test(content),
      }));
    });

export const readProse = (file, text) =>
  paragraphsOf(file.endsWith('.md') ? markdownLines(text) : commentLines(file, text));

// Each name once, where it is first written.
export const readIdentifiers = (file, text) => {
  if (!isCode(file)) return [];
  const names = new Map();
  const remember = ({ name, start }) => {
    if (!names.has(name)) names.set(name, { name, line: text.slice(0, start).split('\n').length });
  };
  new Visitor({ Identifier: remember, JSXIdentifier: remember }).visit(parseSync(file, text).program);
  return [...names.values()];
};

// The texts that people see are strings, templates and the text between tags.
export const readTexts = (file, text) => {
  const texts = [];
  const remember = (value, start) => texts.push({ value, line: text.slice(0, start).split('\n').length });
  new Visitor({
    Literal: ({ value, start }) => typeof value === 'string' && remember(value, start),
    TemplateElement: ({ value, start }) => remember(value.raw, start),
    JSXText: ({ value, start }) => remember(value, start),
  }).visit(parseSync(file, text).program);
  return texts;
};
