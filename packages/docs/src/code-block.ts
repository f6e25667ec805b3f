// A block of code with its button, and several blocks that say the same in other languages. The script of the page shows the
// buttons, because without it they could do nothing.
import { codeExamples } from '@ballast/contract/code-examples';
import { highlight } from './highlight.ts';

export const codeBlock = (text: string, language: string) =>
  `<div class="code"><pre tabindex="0"><code>${highlight(text, language)}</code></pre><button type="button" class="copy" hidden>Copy</button></div>\n`;

export type Variant = { id: string; text: string };

const labelOf = (id: string) => codeExamples.find((example) => example.id === id)?.label ?? id;

let groups = 0;

// Without the script the first language shows.
export const codeTabs = (variants: Variant[]) => {
  groups += 1;
  const idOf = (part: string, { id }: Variant) => `${part}-${groups}-${id}`;
  const tabs = variants.map(
    (variant, index) =>
      `<button type="button" role="tab" id="${idOf('tab', variant)}" aria-controls="${idOf('panel', variant)}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}" data-language="${variant.id}">${labelOf(variant.id)}</button>`,
  );
  const panels = variants.map(
    (variant, index) =>
      `<div role="tabpanel" id="${idOf('panel', variant)}" aria-labelledby="${idOf('tab', variant)}"${index === 0 ? '' : ' hidden'}>${codeBlock(variant.text, variant.id)}</div>`,
  );
  return `<div class="tabs"><div role="tablist" aria-label="Language">${tabs.join('')}</div>${panels.join('')}</div>\n`;
};
