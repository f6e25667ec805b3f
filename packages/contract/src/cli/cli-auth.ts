// The command line registers a request, a person answers it in the browser, and the command line fetches its token.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { user } from '../profile.ts';
import { noAddress, requiredText } from '../text.ts';
import { cliScopes, scopeList } from './cli-scopes.ts';

export const cliTokenPrefix = 'blst_cli_';

export const cliLimits = {
  deviceName: 64,
  pairingCode: 32,
  // Without the dash.
  pairingLetters: 8,
  requestMinutes: 10,
  // For a waiting tool, after the answer.
  fetchSeconds: 120,
  // One long poll.
  waitSeconds: 25,
  // A token without a first use was lost on its way.
  firstUseMinutes: 10,
  pairingTries: 5,
  tokenDays: 90,
  machineTokens: 50,
  devices: 50,
  // Before a token expires its owner gets a mail, and each answer to it says so.
  noticeDays: 7,
} as const;

export const cliMessages = {
  missingParameters: 'Invalid authentication request. Missing required parameters.',
  foreignRedirect: 'Invalid authentication request. The redirect address is not on this device.',
  failed: 'Failed to complete authentication',
  unknown: 'This request does not exist.',
  expired: 'This request has expired.',
  used: 'This request was already approved or denied.',
  stateTaken: 'This request is already registered.',
  authorized: 'Device authorized',
  denied: 'Request denied',
  revoked: 'Device revoked',
  loggedOut: 'Logged out',
  deviceNameRequired: 'Device name is required',
  pairingCodeRequired: 'Enter the code from your terminal',
  wrongPairingCode: (left: number) =>
    `That code doesn’t match. Enter the code from your terminal. ${left === 1 ? '1 try is' : `${left} tries are`} left.`,
  tokenNameRequired: 'Name is required',
  daysWrong: `expiresInDays must be a whole number from 1 to ${cliLimits.tokenDays}`,
  outlivesMaker: (days: number) =>
    `A token cannot make one that lives longer than itself. At most ${days === 1 ? '1 day is' : `${days} days are`} left.`,
  tooManyTokens: `You have ${cliLimits.machineTokens} tokens for machines, the maximum. Revoke one first.`,
  tooManyDevices: `You have ${cliLimits.devices} authorized devices, the maximum. Revoke one first.`,
  tokenExpired: (at: string) =>
    `This token expired on ${at.slice(0, 10)}. Run ballast login, or create another token.`,
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

// On every answer to a token that expires within noticeDays.
export const tokenExpiryHeader = 'x-token-expires-at';

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

// People may type lower case, no dash or spaces.
export const plainPairingCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

const pairingCode = z
  .string('Pairing code must be text')
  .check(
    z.maxLength(cliLimits.pairingCode, `Pairing code must be at most ${cliLimits.pairingCode} characters`),
  );

const message = z.object({ message: z.string() });

// Without an expiry it is good until it is revoked.
const granted = { scopes: z.array(z.enum(cliScopes)), expiresAt: z.nullable(z.string()) };

export const startCliAuth = endpoint('POST', '/cli/auth/start', {
  auth: 'public',
  summary: 'Start a command-line sign-in that a person approves at /cli/auth',
  status: 201,
  body: z.strictObject({
    state,
    codeChallenge,
    deviceName,
    // False without a browser on the machine: a denial cannot be sent to its loopback address.
    loopback: z.optional(z.boolean('loopback must be true or false')),
    // By default all scopes, until it is revoked.
    scopes: z.optional(scopeList),
    expiresInDays: z.optional(z.nullable(expiresInDays)),
  }),
  reply: z.object({ pairingCode: z.string(), expiresAt: z.string() }),
});

export const getCliRequest = endpoint('GET', '/cli/auth/requests/:state', {
  auth: 'verified',
  summary: 'Get the open request of a device',
  params: z.object({ state }),
  reply: z.object({
    deviceName: z.string(),
    // Null when the person must type it.
    pairingCode: z.nullable(z.string()),
    // The tool and this browser may be on different networks.
    pairingRequired: z.boolean(),
    address: z.string(),
    loopback: z.boolean(),
    expiresAt: z.string(),
    scopes: z.array(z.enum(cliScopes)),
    expiresInDays: z.nullable(z.number()),
  }),
});

export type CliRequest = z.infer<typeof getCliRequest.reply>;

export const completeCliAuth = endpoint('POST', '/cli/auth/complete', {
  cost: 'devices',
  auth: 'verified',
  fresh: 'production',
  summary: 'Approve a device; needs the pairing code if it’s on another network',
  body: z.strictObject({ state, pairingCode: z.optional(pairingCode) }),
  reply: message,
});

export const denyCliAuth = endpoint('POST', '/cli/auth/deny', {
  stops: true,
  auth: 'verified',
  summary: 'Deny a device',
  body: z.strictObject({ state }),
  reply: message,
});

// The first call with the token must follow within firstUseMinutes: `GET /users/profile` is a good one.
export const fetchCliToken = endpoint('POST', '/cli/auth/token', {
  auth: 'public',
  waits: true,
  summary: `Wait up to ${cliLimits.waitSeconds} seconds for the decision; the token is returned once`,
  body: z.strictObject({ state, codeVerifier }),
  reply: z.discriminatedUnion('status', [
    z.object({ status: z.literal('PENDING') }),
    z.object({ status: z.literal('GRANTED'), token: z.string(), deviceId: z.uuid(), user, ...granted }),
    z.object({ status: z.literal('DENIED') }),
    z.object({ status: z.literal('EXPIRED') }),
  ]),
});

export const logOutCli = endpoint('POST', '/cli/auth/logout', {
  stops: true,
  endsSession: true,
  auth: 'cli',
  summary: 'Revoke the token used for this call',
  reply: message,
});

const device = {
  id: z.uuid(),
  name: z.string(),
  // A person authorized a device; a token for a machine was made by a person or a device.
  kind: z.enum(['device', 'machine']),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  // Of the last use, or of the log-in.
  address: z.string(),
  ...granted,
  // It ends when one of these tokens is revoked.
  madeWith: z.array(z.uuid()),
};

export const listDevices = endpoint('GET', '/cli/devices', {
  leadsToStop: true,
  auth: 'verified',
  cli: ['read'],
  summary: 'List authorized devices and tokens, newest first',
  reply: z.array(z.object(device)),
});

export type CliDevice = z.infer<typeof listDevices.reply>[number];

// A token cannot make one with other scopes or a longer life.
export const createCliToken = endpoint('POST', '/cli/tokens', {
  cost: 'tokens',
  auth: 'verified',
  cli: cliScopes,
  fresh: 'always',
  idempotent: true,
  summary: `Create a token for a machine; returned once, expires after at most ${cliLimits.tokenDays} days`,
  status: 201,
  body: z.strictObject({
    name: tokenName,
    scopes: scopeList,
    expiresInDays: z._default(expiresInDays, cliLimits.tokenDays),
  }),
  reply: z.object({ ...device, token: z.string() }),
});

export type NewCliToken = z.infer<typeof createCliToken.reply>;

// A token revokes the machine tokens that it could have made, and no person's devices.
export const revokeDevice = endpoint('DELETE', '/cli/devices/:id', {
  stops: true,
  auth: 'verified',
  cli: cliScopes,
  summary: 'Revoke the token of a device or machine, and the tokens created with it',
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
