// A part of a screen that is loaded when it is first drawn. Without a connection the load is retried, so that text in the screen is
// not lost. After an update of the portal a retry never succeeds.
import { firstWords } from '@ballast/contract/first-words';
import {
  type ComponentProps,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
} from 'react';
import { timings } from '../lib/timings.ts';
import { showToast } from '../ui/feedback/toast.tsx';

const untilWorthAnotherTry = () =>
  new Promise<void>((resolve) => {
    const tryAgain = () => {
      clearTimeout(timer);
      window.removeEventListener('online', tryAgain);
      resolve();
    };
    const timer = setTimeout(tryAgain, timings.loadAgainMs);
    window.addEventListener('online', tryAgain);
  });

// The part belongs to a version of the portal that is not there any more. Only a reload helps.
export class PortalUpdated extends Error {
  override readonly name = 'PortalUpdated';
}

const ownScript = document.querySelector('script[type=module][src]')?.getAttribute('src');

const portalNow = async () => {
  const page = await fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  if (page === null) return 'unreachable';
  return ownScript && !page.includes(ownScript) ? 'updated' : 'same';
};

export const loadPatiently = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      const portal = await portalNow();
      if (portal === 'updated') throw new PortalUpdated('The portal was updated', { cause: error });
      // The portal answers and the part does not load: a proxy blocks it, or the browser remembers the failure.
      const isKeptAway = portal === 'same' && tries > 1;
      showToast.error(isKeptAway ? firstWords.partMissing : firstWords.unreachable, { id: 'load-again' });
      await untilWorthAnotherTry();
    }
  }
};

// biome-ignore lint/suspicious/noExplicitAny: React says so of what can be lazy
export const lazyPart = <Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
) => lazy(async () => ({ default: (await loadPatiently(load))[name] }));

// The fallback is shown until the part is loaded.
// biome-ignore lint/suspicious/noExplicitAny: React says so of what can be lazy
export const lazyPartWith = <Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
  fallback: ReactNode,
) => {
  const Loaded = lazyPart(load, name);
  return (props: ComponentProps<typeof Loaded>) =>
    createElement(Suspense, { fallback }, createElement(Loaded, props));
};
