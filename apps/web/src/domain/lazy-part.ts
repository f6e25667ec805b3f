// A part of a screen that is loaded when it is first drawn. Somebody may have typed in the screen, which must stay as it is without
// a connection, so the part is asked for again until it comes. After an update of the portal it never would.
import { firstWords } from '@ballast/contract/first-words';
import { type ComponentType, lazy } from 'react';
import { timings } from '../lib/timings.ts';
import { showToast } from '../ui/toast.tsx';

const untilWorthAnotherTry = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, timings.loadAgainMs);
    window.addEventListener('online', () => resolve(), { once: true });
  });

const ownScript = document.querySelector('script[type=module][src]')?.getAttribute('src');

const isUpdated = async () => {
  if (!ownScript) return false;
  const page = await fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ownScript))
    .catch(() => ownScript);
  return !page.includes(ownScript);
};

const loadPatiently = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isUpdated()) throw error;
      showToast.error(firstWords.unreachable, { id: 'load-again' });
      await untilWorthAnotherTry();
    }
  }
};

// biome-ignore lint/suspicious/noExplicitAny: React says so of what can be lazy
export const lazyPart = <Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
) => lazy(async () => ({ default: (await loadPatiently(load))[name] }));
