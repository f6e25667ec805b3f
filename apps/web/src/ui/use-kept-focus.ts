// A button that is disabled while it works loses the focus, in some browsers before an effect of React runs. It gets it back, unless
// the person has moved it meanwhile.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusWhenPossible, lastFocused } from './return-focus.ts';

export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, disabled = false) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (disabled) hadFocus.current = lastFocused()[0] === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      focusWhenPossible(() => button.current);
    }
  }, [button, disabled]);
}
