// A page in the colours of the reader's system has no backgrounds and no shadows. So lines must show the choice and the focus.
import { expect, type Page } from '@playwright/test';

// Gives what looks the same although only one of them is chosen.
const findUntold = (page: Page) =>
  page.evaluate(() => {
    const chosenStates = ['aria-current', 'aria-pressed', 'aria-selected'];
    const isChosen = (element: Element) =>
      chosenStates.some((name) => ['true', 'page'].includes(element.getAttribute(name) ?? ''));
    const lines = (element: Element) => {
      const style = getComputedStyle(element);
      const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
      return [
        ...sides.map((side) => `${style[`border${side}Width`]} ${style[`border${side}Color`]}`),
        style.outlineStyle,
        style.textDecorationLine,
        // A bar beside the words.
        ...[...element.children].map((child) => getComputedStyle(child).borderLeftWidth),
      ].join('|');
    };
    return [...document.querySelectorAll('[aria-current], [aria-pressed=true], [aria-selected=true]')]
      .filter((element) => isChosen(element) && element.checkVisibility())
      .flatMap((element) => {
        const group = element.closest('ul, ol, nav, fieldset, [role=tablist], [role=listbox]') ?? document;
        const others = [...group.querySelectorAll(element.tagName)].filter((each) => !isChosen(each));
        return others.some((each) => lines(each) === lines(element)) ? [element.outerHTML.slice(0, 120)] : [];
      });
  });

// The focus ring may be at the element or at the label around it.
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.tagName === 'IFRAME') return true;
    return [focused, focused.parentElement].some((element) => {
      const style = element && getComputedStyle(element);
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
    });
  });

const tabStops = 5;

export const expectToldByLines = async (page: Page, screen: string) => {
  await page.emulateMedia({ forcedColors: 'active' });
  // Colours change over 120 ms.
  await expect.poll(() => findUntold(page), `${screen}: chosen, and not told from the others`).toEqual([]);
  for (let stop = 0; stop < tabStops; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
    await expect.poll(() => focusIsSeen(page), `${screen}: the focus is seen at ${focused}`).toBe(true);
  }
  await page.emulateMedia({ forcedColors: 'none' });
};
