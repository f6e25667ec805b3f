// Loads a part of a screen in which somebody may have typed. Without a connection the screen must stay as it is, so the part is
// asked for again until it comes.
import { firstWords } from '@ballast/contract/first-words';
import { timings } from '../lib/timings.ts';
import { showToast } from '../ui/toast.tsx';

const untilWorthAnotherTry = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, timings.loadAgainMs);
    window.addEventListener('online', () => resolve(), { once: true });
  });

export const loadPatiently = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (;;) {
    try {
      return await load();
    } catch {
      showToast.error(firstWords.unreachable, { id: 'load-again' });
      await untilWorthAnotherTry();
    }
  }
};
