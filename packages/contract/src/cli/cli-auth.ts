// The command line asks, a person answers in the browser, and it fetches its token. Devices that have one are listed.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { user } from '../profile.ts';
import { noAddress, requiredText } from '../text.ts';
import { cliScopes, scopeList } from './cli-scopes.ts';

export const cliTokenPrefix = 'blst_cli_';

export const cliLimits = {
  deviceName: 64,
  pairingCode: 32,
  // The code has so many characters beside its dash.
  pairingLetters: 8,
  requestMinutes: 10,
  // After the answer the tool, which is waiting, has this long to fetch its token.
  fetchSeconds: 120,
  // One wait for an answer lasts this long; then the tool asks again.
  waitSeconds: 25,
  // A token whose first use does not come was lost on its way.
  firstUseMinutes: 10,
  // So many wrong pairing codes deny a request.
  pairingTries: 5,
  // A token for a machine lives so long at most, and an account has so many of them.
  tokenDays: 90,
  machineTokens: 50,
  // So many devices of an account have an authorized command line.
  devices: 50,
  // So long before a token expires its owner is told by mail, and its holder with every answer.
  noticeDays: 7,
} as const;

export const cliMessages = {
  missingParameters: 'Invalid authentication request. Missing required parameters.',
  foreignRedirect: 'Invalid authentication request. The redirect address is not on this device.',
  failed: 'Failed to complete authentication',
  unknown: 'This request does not exist.',
  expired: 'This request has expired.',
  used: 'This request has already been answered.',
  stateTaken: 'This request is already registered.',
  authorized: 'Command line authorized',
  denied: 'Request denied',
  revoked: 'Device revoked',
  loggedOut: 'Logged out',
  deviceNameRequired: 'Device name is required',
  pairingCodeRequired: 'Type the code that your terminal shows',
  wrongPairingCode: (left: number) =>
    `This is not the code that the terminal shows. ${left === 1 ? '1 try is' : `${left} tries are`} left.`,
  tokenNameRequired: 'Name is required',
  daysWrong: `expiresInDays must be a whole number from 1 to ${cliLimits.tokenDays}`,
  outlivesMaker: (days: number) =>
    `A token cannot make one that lives longer than itself. At most ${days === 1 ? '1 day is' : `${days} days are`} left.`,
  tooManyTokens: `You have ${cliLimits.machineTokens} tokens for machines, which is the most. Revoke one first.`,
  tooManyDevices: `You have ${cliLimits.devices} authorized devices, which is the most. Revoke one first.`,
  tokenExpired: (at: string) =>
    `This token expired on ${at.slice(0, 10)}. Run ballast login, or ask for another one where it was made.`,
  tooManyWrongCodes: `The code was wrong ${cliLimits.pairingTries} times, so the request was denied.`,
} as const;

// A person trusts the name on the screen.
export const deviceName = requiredText({
  label: 'Device name',
  required: cliMessages.deviceNameRequired,
  max: cliLimits.deviceName,
}).check(noAddress('Device name'));

export const tokenName = requiredText({
  label: 'Name',
  required: cliMessages.tokenNameRequired,
  max: cliLimits.deviceName,
}).check(noAddress('Name'));

export const expiresInDays = z
  .number(cliMessages.daysWrong)
  .check(
    z.int(cliMessages.daysWrong),
    z.gte(1, cliMessages.daysWrong),
    z.lte(cliLimits.tokenDays, cliMessages.daysWrong),
  );

// The token in use expires within noticeDays: every answer that it gets says when.
export const tokenExpiryHeader = 'x-token-expires-at';

// It is at least 32 random bytes as base64url.
const state = z
  .string('state must be text')
  .check(z.regex(/^[\w-]{43,128}$/, 'state must be at least 32 random bytes as base64url'));

// RFC 7636 gives this shape.
const codeChallenge = z
  .string('codeChallenge must be text')
  .check(z.regex(/^[\w-]{43}$/, 'codeChallenge must be the SHA-256 of the verifier as base64url'));
const codeVerifier = z
  .string('codeVerifier must be text')
  .check(z.regex(/^[\w.~-]{43,128}$/, 'codeVerifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~'));

// A person may type it in small letters, without the dash or with spaces.
export const plainPairingCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

const pairingCode = z
  .string('Pairing code must be text')
  .check(
    z.maxLength(cliLimits.pairingCode, `Pairing code must be at most ${cliLimits.pairingCode} characters`),
  );

const message = z.object({ message: z.string() });

// What a token may do, and until when; null is until it is revoked.
const granted = { scopes: z.array(z.enum(cliScopes)), expiresAt: z.nullable(z.string()) };

export const startCliAuth = endpoint({
  method: 'POST',
  path: '/cli/auth/start',
  auth: 'public',
  summary: 'Register a request of the command line, for a person to answer at /cli/auth',
  status: 201,
  body: z.strictObject({
    state,
    codeChallenge,
    deviceName,
    // A tool whose machine has no browser says false: a denial cannot be sent to its loopback address.
    loopback: z.optional(z.boolean('loopback must be true or false')),
    // Without a word of its own the tool asks for all that the specification's screen grants, until it is revoked.
    scopes: z.optional(scopeList),
    expiresInDays: z.optional(z.nullable(expiresInDays)),
  }),
  reply: z.object({ pairingCode: z.string(), expiresAt: z.string() }),
});

export const getCliRequest = endpoint({
  method: 'GET',
  path: '/cli/auth/requests/:state',
  auth: 'verified',
  summary: 'The open request that a person is about to answer',
  params: z.object({ state }),
  reply: z.object({
    deviceName: z.string(),
    // This is null when the person must type it.
    pairingCode: z.nullable(z.string()),
    // The tool and this browser are not known to be on one network.
    pairingRequired: z.boolean(),
    // The tool asks from this address.
    address: z.string(),
    loopback: z.boolean(),
    expiresAt: z.string(),
    // What the tool asks for, and for how long; null is until it is revoked.
    scopes: z.array(z.enum(cliScopes)),
    expiresInDays: z.nullable(z.number()),
  }),
});

export type CliRequest = z.infer<typeof getCliRequest.reply>;

export const completeCliAuth = endpoint({
  method: 'POST',
  path: '/cli/auth/complete',
  cost: 'devices',
  auth: 'verified',
  fresh: 'production',
  summary: 'Authorize the command line; from another network with the pairing code that it shows',
  body: z.strictObject({ state, pairingCode: z.optional(pairingCode) }),
  reply: message,
});

export const denyCliAuth = endpoint({
  method: 'POST',
  path: '/cli/auth/deny',
  stops: true,
  auth: 'verified',
  summary: 'Deny the command line',
  body: z.strictObject({ state }),
  reply: message,
});

// The first call with the token must follow within firstUseMinutes: `GET /users/profile` is a good one.
export const fetchCliToken = endpoint({
  method: 'POST',
  path: '/cli/auth/token',
  auth: 'public',
  waits: true,
  summary: `Wait up to ${cliLimits.waitSeconds} seconds for the answer; a granted token is given once`,
  body: z.strictObject({ state, codeVerifier }),
  reply: z.discriminatedUnion('status', [
    z.object({ status: z.literal('PENDING') }),
    z.object({ status: z.literal('GRANTED'), token: z.string(), deviceId: z.uuid(), user, ...granted }),
    z.object({ status: z.literal('DENIED') }),
    z.object({ status: z.literal('EXPIRED') }),
  ]),
});

export const logOutCli = endpoint({
  method: 'POST',
  path: '/cli/auth/logout',
  stops: true,
  endsSession: true,
  auth: 'cli',
  summary: 'Revoke the token that makes this call',
  reply: message,
});

const device = {
  id: z.uuid(),
  name: z.string(),
  // A device was authorized by a person at the screen; a token for a machine was made by one, or by a device.
  kind: z.enum(['device', 'machine']),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  // It is the address of the last use, or of the log-in.
  address: z.string(),
  ...granted,
  // The tokens that it was made with: it ends when one of them is revoked.
  madeWith: z.array(z.uuid()),
};

export const listDevices = endpoint({
  method: 'GET',
  path: '/cli/devices',
  leadsToStop: true,
  auth: 'verified',
  cli: ['read'],
  summary: 'The devices whose command line is authorized and the tokens for machines, newest first',
  reply: z.array(z.object(device)),
});

export type CliDevice = z.infer<typeof listDevices.reply>[number];

// A token may not give more than it has: other scopes, or a longer life.
export const createCliToken = endpoint({
  method: 'POST',
  path: '/cli/tokens',
  cost: 'tokens',
  auth: 'verified',
  cli: cliScopes,
  fresh: 'always',
  idempotent: true,
  summary: `Make a token for a machine; it is told once, and expires after ${cliLimits.tokenDays} days at most`,
  status: 201,
  body: z.strictObject({
    name: tokenName,
    scopes: scopeList,
    expiresInDays: z._default(expiresInDays, cliLimits.tokenDays),
  }),
  reply: z.object({ ...device, token: z.string() }),
});

export type NewCliToken = z.infer<typeof createCliToken.reply>;

// A token revokes those for machines that it could have made. A person's devices are for the browser.
export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/cli/devices/:id',
  stops: true,
  auth: 'verified',
  cli: cliScopes,
  summary: 'Revoke the token of a device or a machine, and the tokens that were made with it',
  params: z.object({ id: z.uuid('This device does not exist') }),
  reply: message,
});

export const cliCalls = [
  startCliAuth,
  getCliRequest,
  completeCliAuth,
  denyCliAuth,
  fetchCliToken,
  logOutCli,
  listDevices,
  createCliToken,
  revokeDevice,
];
