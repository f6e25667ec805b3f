// Markdown as the generated parts of the guides write it.
import type { Variant } from './code-block.ts';

export const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>|~&#]/g, '\\$&');

export const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

export const fence = (text: string, language = 'sh') => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

// The renderer makes tabs of blocks that follow each other and are marked so.
export const tabMark = ' tab';
export const tabs = (variants: Variant[]) =>
  variants.map(({ id, text }) => fence(text, `${id}${tabMark}`)).join('\n\n');

export const rows = (cells: string[][]) => cells.map((row) => `| ${row.join(' | ')} |`).join('\n');

// The renderer makes a caption of the line before a table. Columns without names make a table without a head.
export const table = (caption: string, columns: string[], cells: string[][]) =>
  cells.length ? `Table: ${caption}\n\n${rows([columns, columns.map(() => '---'), ...cells])}\n\n` : '';

export const details = (summary: string, content: string) =>
  `<details><summary>${summary}</summary>\n\n${content}\n\n</details>\n\n`;
