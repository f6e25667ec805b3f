// Copies a text and says how it went. The toast is a live region and so announces the result.
import { showToast } from './toast.tsx';

export const copyText = async (value: string, button: HTMLElement) => {
  const done = await writeToClipboard(value, button);
  if (done) showToast.success('Copied to clipboard');
  else showToast.error('Copying failed. Select the text and copy it yourself.');
  return done;
};

const writeToClipboard = async (value: string, button: HTMLElement) => {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyBySelection(value, button);
  }
};

// Pages served without TLS have no clipboard API. The field stands beside the button because a dialog would
// take the focus back from anything outside itself.
const copyBySelection = (value: string, button: HTMLElement) => {
  const field = document.createElement('textarea');
  field.value = value;
  field.readOnly = true;
  field.className = 'sr-only';
  button.after(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  button.focus();
  return done;
};
