// Shows a progress line on stderr for work that takes longer than half a second.
import type { Terminal } from './terminal.ts';

const quietMs = 500;
const frameMs = 80;
const frames = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

export const withProgress = async <T>(
  { err, showsProgress, paintError }: Terminal,
  text: string,
  work: Promise<T>,
) => {
  if (!showsProgress) return work;
  const began = Date.now();
  let drawn = 0;
  const timer = setInterval(() => {
    if (Date.now() - began < quietMs) return;
    err.redraw(`${paintError('cyan', frames[drawn % frames.length] ?? '')} ${text}`);
    drawn += 1;
  }, frameMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (drawn) err.redraw('');
  }
};
