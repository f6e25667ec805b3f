// The name and the links of this installation, which the server writes into index.html.
import type { Portal } from '@ballast/contract/portal';

const read = (): Portal => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content;
  return JSON.parse(content ?? '{}');
};

export const portal = read();
