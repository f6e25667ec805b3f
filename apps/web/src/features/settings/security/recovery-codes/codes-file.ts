// Recovery codes as people keep them: in two groups of five, one in a line.
import { portal } from '../../../../lib/portal.ts';

export const inGroups = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

export const codesTitle = (email: string) => `${portal.brandName} recovery codes for ${email}`;

export const codesFile = (codes: string[], email: string) => ({
  name: `${portal.brandName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`,
  type: 'text/plain',
  text: [codesTitle(email), 'Each code works once.', '', ...codes.map(inGroups), ''].join('\n'),
});
