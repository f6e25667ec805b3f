// The words of refusals: what no library says in our place, and how a field's message says what is allowed.

import { providerMessages } from '@ballast/contract/auth/provider-messages';

// zod, Fastify, Node and PostgreSQL say these by themselves, or the reader is left to guess.
export const forbiddenPhrases = [
  /^invalid\b(?! (?:email or password|authentication request|JWT|Refresh Token|flow state))/i,
  /^invalid (?:input|option|value|string|number|date|enum)/i,
  /expected \w+, received/i,
  /^required$/i,
  /^too (?:big|small|short|long)/i,
  /\bis too (?:big|small|short|long)\b/i,
  /unrecognized key/i,
  /must match pattern|must have required property|should be/i,
  /is not known\.?$/i,
  /^must\b/i,
  /unexpected (?:token|end)/i,
  // The operator's command repeats the id that was typed.
  /(?<!^No (?:request|user|key|job|queue) )\b(?:undefined|NaN|ZodError)\b/,
  /client error|bad request|unsupported media type|payload too large|internal server error/i,
];

const allowed =
  /\bmust (?:be|have|contain|not)\b|\brequired\b|\bcannot\b|\bat (?:least|most)\b|\b(?:Please|Enter|Select|Type|Allowed|allowed)\b|[Rr]equest a new one|\bagain\b|\bthe terminal shows\b/;

// These sentences are the specification's own.
const specified: string[] = [providerMessages.nothingReceived];

export const saysWhatIsAllowed = (text: string) => allowed.test(text) || specified.includes(text);
