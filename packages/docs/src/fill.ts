// A guide names values of the contract, as in {{keyLimits.name}}, and generated parts, as in <!-- errors -->.
import { readFileSync } from 'node:fs';
import { sessionLibraryCodes } from '@ballast/contract/auth/session';
import { codeExamples, writeExample } from '@ballast/contract/code-examples';
import { faucetLimits } from '@ballast/contract/faucet-limits';
import { costNames, costOf } from '@ballast/contract/http/costs';
import { roots, routeOf, sessionLibraryPath } from '@ballast/contract/http/endpoint';
import { bodyLimitBytes, messageOf } from '@ballast/contract/http/errors';
import { keyLimits, unusedDays } from '@ballast/contract/keys/api-keys';
import * as keyCheck from '@ballast/contract/keys/key-check';
import { graces } from '@ballast/contract/keys/key-grace';
import { restrictionLimits } from '@ballast/contract/keys/key-restrictions';
import { cliExecutables } from '@ballast/contract/portal';
import { requestLimits } from '@ballast/contract/requests/requests';
import { cliParts } from './cli.ts';
import { errorRows } from './errors.ts';
import { code, details, escapeMarkdown, fence, rows, tabs } from './markdown.ts';
import { callGroup, groupLists, internalSwitch } from './reference/calls.ts';

const values = {
  keyLimits,
  requestLimits,
  unusedDays,
  restrictionLimits,
  faucetLimits,
  cliExecutables,
  keyHeaders: keyCheck.keyHeaders,
  checkKey: routeOf(keyCheck.checkKey),
  rateLimitPolicy: keyCheck.rateLimitPolicy(keyLimits.defaultRateLimit),
  rateLimitLeft: keyCheck.rateLimitLeft(2),
  retryAfterSeconds: keyCheck.retryAfterSeconds,
  bodyLimitKiB: bodyLimitBytes / 1024,
  validationFailed: messageOf('validation_failed'),
  sessionLibraryRoot: `${roots.portal}${sessionLibraryPath}`,
};

const lookUp = (path: string) => {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], values);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`A guide names an unknown value: ${path}`);
  return String(value);
};

const duration = (seconds: number) => {
  if (seconds === 0) return 'none';
  if (seconds < 86_400) return `${seconds / 3600} hour`;
  return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
};

const languages = () =>
  tabs(
    codeExamples.map((example) => ({
      id: example.id,
      text: writeExample(example, { portalUrl: '%URL%', environment: 'SANDBOX', key: null }),
    })),
  );

const costs = () =>
  rows(
    costNames
      .map(costOf)
      .map(({ what, perHour }) => [
        `To ${escapeMarkdown(what)}`,
        `${perHour} times per hour for your browsers, and as often for each command-line token`,
        '429 `rate_limited`',
      ]),
  );

const file = (path: string) =>
  details(
    `The whole file: ${path}`,
    fence(
      readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'),
      path.endsWith('.yaml') ? 'yaml' : 'nginx',
    ),
  );

const generated: Record<string, (argument: string) => string> = {
  languages,
  costs,
  file,
  errors: errorRows,
  graces: () => graces.map((seconds) => `- ${duration(seconds)}`).join('\n'),
  'library-codes': () =>
    rows(Object.entries(sessionLibraryCodes).map(([own, theirs]) => [code(theirs), code(own)])),
  calls: callGroup,
  groups: groupLists,
  'internal-switch': internalSwitch,
  ...cliParts(),
};

// In one pass, so that a generated text which looks like a placeholder stays as it is.
export const fillIn = (markdown: string, more: Record<string, () => string>) =>
  markdown.replace(/\{\{([\w.]+)\}\}|^<!-- ([\w-]+)(?:: (\S+))? -->$/gm, (_, value, part, argument = '') => {
    if (value) return lookUp(value);
    const write = more[part] ?? generated[part];
    if (!write) throw new Error(`A guide names an unknown part: ${part}`);
    return write(argument);
  });
