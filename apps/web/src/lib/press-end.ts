// A press counts only if it ends on the button on which it began. A change that would move the button waits for that end.
import { useCallback, useEffect, useRef } from 'react';

const ends = ['pointerup', 'pointercancel'];

export function usePressEnd() {
  const pressed = useRef(false);

  useEffect(() => {
    const begin = () => {
      pressed.current = true;
    };
    const end = () => {
      pressed.current = false;
    };
    addEventListener('pointerdown', begin, true);
    for (const type of ends) addEventListener(type, end, true);
    return () => {
      removeEventListener('pointerdown', begin, true);
      for (const type of ends) removeEventListener(type, end, true);
    };
  }, []);

  // The click comes after the end of the press, and before the next task.
  return useCallback(async () => {
    if (!pressed.current) return;
    await new Promise((resolve) => {
      for (const type of ends) addEventListener(type, resolve, { once: true, capture: true });
    });
    await new Promise((resolve) => setTimeout(resolve));
  }, []);
}
