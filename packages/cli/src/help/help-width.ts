// The help is as wide as the terminal. In a pipe nothing is wrapped, so that grep finds whole lines.
import stringWidth from 'fast-string-width';
import { standardOutput } from '../terminal/streams.ts';

export const helpColumns = () => standardOutput.columns ?? Number.POSITIVE_INFINITY;

// The first line begins with `start`, and the others are indented below its text.
export const wrapped = (start: string, text: string) => {
  const room = helpColumns() - stringWidth(start);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && stringWidth(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  const indent = ' '.repeat(stringWidth(start));
  return [...lines, line].map((each, i) => `${i ? indent : start}${each}`);
};
