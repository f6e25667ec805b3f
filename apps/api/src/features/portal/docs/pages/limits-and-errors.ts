// Limits, and every code that the API can answer: both are the contract's own.

import { sessionLibraryCodes } from '@ballast/contract/auth/session';
import { faucetLimits } from '@ballast/contract/faucet';
import { costNames, costOf } from '@ballast/contract/http/costs';
import { roots, sessionLibraryPath } from '@ballast/contract/http/endpoint';
import { bodyLimitBytes, type ErrorCode, errors, messageOf } from '@ballast/contract/http/errors';
import { keyLimits } from '@ballast/contract/keys/api-keys';
import { rateLimitLeft, rateLimitPolicy, retryAfterSeconds } from '@ballast/contract/keys/key-check';
import { escapeHtml } from '../../../../runtime/escape-html.ts';
import { errorMeanings } from '../error-meanings.ts';
import { installation } from '../installation.ts';
import { block, code, link, type Page, paragraph, table } from '../markup.ts';

const codes = (Object.keys(errors) as ErrorCode[]).toSorted(
  (one, other) => errors[one].status - errors[other].status || one.localeCompare(other),
);

const meaningOf = (name: ErrorCode) => errorMeanings[name] ?? messageOf(name) ?? '';

const errorRow = (name: ErrorCode) => [
  `<span id="error-${name}">${code(name)}</span>`,
  String(errors[name].status),
  escapeHtml(meaningOf(name)),
];

const refusal = {
  code: 'validation_failed',
  message: messageOf('validation_failed'),
  fields: { name: 'Please provide a name for the API key' },
};

export const limitsAndErrorsPage: Page = {
  path: 'limits-and-errors',
  title: 'Limits and errors',
  description: 'Rate limits, the headers that tell them, and every error code that the API can answer.',
  lede: 'How much you may ask for, how an answer tells what is left, and every code that a refusal can carry.',
  sections: [
    {
      id: 'limits',
      title: 'Limits',
      html: table(
        'What is limited',
        ['What', 'Limit', 'Beyond it'],
        [
          [
            'Requests with an API key',
            `${keyLimits.defaultRateLimit} per second and key; up to ${keyLimits.maxRateLimit} ${link('#higher', 'on request')}`,
            `429 ${code('rate_limited')}`,
          ],
          [
            `Calls below ${code('/api')}`,
            `${installation.callsPerAccount} per minute for your browsers, and as many for each command-line token; ${installation.writesPerAccount} of them changing something`,
            `429 ${code('rate_limited')}`,
          ],
          ...costNames.map((name) => [
            `To ${escapeHtml(costOf(name).what)}`,
            `${costOf(name).perHour} times per hour for your browsers, and as often for each command-line token`,
            `429 ${code('rate_limited')}`,
          ]),
          [
            'Test tokens',
            `${faucetLimits.amount} every ${faucetLimits.pauseHours} hours`,
            `429 ${code('rate_limited')} with ${code('nextClaimAt')}`,
          ],
          ['Body of a request', `${bodyLimitBytes / 1024} KiB`, `413 ${code('body_too_large')}`],
          ['Headers of a request', '16 KiB', `431 ${code('headers_too_large')}`],
          ['Length of a list', `${keyLimits.longestPage} keys in one page`, 'the next page'],
        ],
      ),
    },
    {
      id: 'headers',
      title: 'What an answer tells',
      html: `${paragraph('Every checked request says what its key may do and what is left of this second. A refused one also says when to come again:')}
${block(`RateLimit-Policy: ${rateLimitPolicy(keyLimits.defaultRateLimit)}\nRateLimit: ${rateLimitLeft(2)}\nRetry-After: ${retryAfterSeconds}`)}
${paragraph(`Wait as long as ${code('Retry-After')} says before you try again, and a little longer each time. Only 429, 500 and 503 are worth another try: what else is refused is refused again.`)}`,
    },
    {
      id: 'higher',
      title: 'Ask for more',
      html: paragraph(
        `Press Request increase on the card of a key, or use ${link('/docs/reference#limits', 'the call')}. We review requests within ${keyLimits.reviewTime}. For more than ${keyLimits.maxRateLimit} per second write to <a href="mailto:${installation.supportEmail}">${installation.supportEmail}</a>.`,
      ),
    },
    {
      id: 'shape',
      title: 'The shape of an error',
      html: `${paragraph(`Every refusal is JSON. Programs read ${code('code')}, people read ${code('message')}, forms read ${code('fields')}. Some carry ${code('details')} for programs. New codes may come; treat one that you do not know by its status.`)}
${block(JSON.stringify(refusal, null, 2))}
${paragraph(`Below ${code(`${roots.portal}${sessionLibraryPath}`)}, where the portal’s session library calls, the code stands in ${code('error_code')} too, and the message in ${code('msg')}. Some codes have ${link('#library', 'the library’s own names')} there.`)}`,
    },
    {
      id: 'errors',
      title: 'Every code',
      html: table('Error codes', ['Code', 'Status', 'Meaning'], codes.map(errorRow)),
      parts: codes.map((name) => ({
        id: `error-${name}`,
        title: name,
        text: `${errors[name].status} ${meaningOf(name)}`,
      })),
    },
    {
      id: 'library',
      title: 'Names of the session library',
      html: table(
        `Below ${roots.portal}${sessionLibraryPath}`,
        ['Code there', 'Code elsewhere'],
        Object.entries(sessionLibraryCodes).map(([own, theirs]) => [code(theirs), code(own)]),
      ),
    },
  ],
};
