// The terminal registers, a person answers in the browser, and the terminal fetches its token.
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import {
  cliLimits,
  deviceName,
  fetchCliToken,
  logOutCli,
  startCliAuth,
} from '@ballast/contract/cli/cli-auth';
import type { CliScope } from '@ballast/contract/cli/cli-scopes';
import type { Call } from '@ballast/contract/http/client';
import { getPortal } from '@ballast/contract/portal';
import { getProfile } from '@ballast/contract/profile';
import type { Context } from '../context.ts';
import { CliFailure, isPassing } from '../failures.ts';
import { isUnencrypted, refuseUnencrypted } from '../network/encryption.ts';
import { portalCall, quietly } from '../network/portal-call.ts';
import { hasBrowser, openBrowser } from '../system/open-browser.ts';
import { withProgress } from '../terminal/progress.ts';
import { noCallback, openCallbackServer } from './callback-server.ts';
import { readCredentials, storeCredentials } from './credentials.ts';
import type { Account } from './credentials-file.ts';
import { revokeFormer } from './former-token.ts';

const random = () => randomBytes(32).toString('base64url');
const pauseMs = 1000;
const browserArrivesMs = 3000;

const denied = () => new CliFailure('denied', 'You denied the request in the browser.');
const expired = () =>
  new CliFailure('expired', 'Nobody authorized the request in time. Run the command again.');

const thisDevice = () => {
  const name = deviceName.safeParse(hostname().slice(0, cliLimits.deviceName));
  return name.success ? name.data : 'Command line';
};

type Answer = { state: string; codeVerifier: string };

const pause = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), pauseMs));

// A network that goes away for a moment does not end the wait; the request's own end does.
// The end is counted here, because the clocks of the two may differ.
const waitForToken = async (call: Call, { state, codeVerifier }: Answer) => {
  const end = performance.now() + cliLimits.requestMinutes * 60_000;
  for (;;) {
    const began = Date.now();
    const answer = await call(fetchCliToken, { body: { state, codeVerifier } }).catch((error) => {
      // The portal has already forgotten what expired.
      if (error.code === 'not_found') throw expired();
      if (!isPassing(error) || performance.now() > end) throw error;
      return pause();
    });
    if (answer?.status === 'GRANTED') return answer;
    if (answer?.status === 'DENIED') throw denied();
    if (answer?.status === 'EXPIRED' || performance.now() > end) throw expired();
    // A portal that is being stopped answers at once instead of waiting.
    if (Date.now() - began < pauseMs) await pause();
  }
};

// The browser may arrive after the portal's answer, and should still find its page. A browser on another device never arrives.
const awaitBrowser = (arrival: Promise<void>) =>
  Promise.race([
    arrival,
    new Promise<void>((resolve) => {
      setTimeout(resolve, browserArrivesMs).unref();
    }),
  ]);

const announce = async (context: Context, address: string, pairingCode: string, browser: boolean) => {
  const { terminal, env } = context;
  const { err, paintError } = terminal;
  err.print(['', `  Pairing code: ${paintError('bold', pairingCode)}`, '']);
  const opened = browser && (await openBrowser({ env, platform: process.platform }, address));
  err.print([
    opened ? "Opening your browser. If it doesn't open, go to:" : 'Open this URL in a browser:',
    `  ${paintError('cyan', address)}`,
    '',
    'Check that the page shows the same code. On another network, it asks you to type it.',
    '',
  ]);
};

type TokenRequest = {
  portal: string;
  browser: boolean;
  scopes?: CliScope[] | undefined;
  expiresInDays?: number | undefined;
};

// Gets a token of this device, and does not store it.
export const obtainToken = async (context: Context, request: TokenRequest) => {
  const { portal, browser, scopes, expiresInDays } = request;
  const { terminal } = context;
  // The token comes back the same way.
  refuseUnencrypted(context, portal);
  const call = portalCall(context, portal);
  const { brandName } = await call(getPortal);
  if (isUnencrypted(portal))
    terminal.err.print(
      `The connection to ${portal} isn't encrypted: anyone on the network can read the token.`,
    );

  const state = random();
  const codeVerifier = random();
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const loopback = browser && hasBrowser({ env: context.env, platform: process.platform });
  const callback = loopback ? await openCallbackServer() : noCallback;
  try {
    const { pairingCode } = await call(startCliAuth, {
      body: {
        ...{ state, codeChallenge, deviceName: thisDevice() },
        ...(loopback ? {} : { loopback }),
        ...(scopes ? { scopes } : {}),
        ...(expiresInDays ? { expiresInDays } : {}),
      },
    });
    const search = new URLSearchParams({ state, redirect: callback.redirect });
    await announce(context, `${portal}/cli/auth?${search}`, pairingCode, browser);

    // The wait has a progress line of its own.
    const quiet = portalCall(quietly(context), portal);
    const { token, user: authorizedBy } = await withProgress(
      terminal,
      'Waiting for you to authorize in the browser. Press Ctrl-C to cancel.',
      Promise.race([
        waitForToken(quiet, { state, codeVerifier }).catch(async (failure) => {
          if (failure.code === 'denied' && loopback) await awaitBrowser(callback.arrival);
          throw failure;
        }),
        callback.arrival.then(() => Promise.reject(denied())),
      ]),
    );
    // The token's first use also tells the portal that it arrived.
    const user = await portalCall(
      context,
      portal,
      token,
    )(getProfile).catch((failure: CliFailure) => {
      // It arrived, and may not read the account.
      if (failure.details?.reason === 'scope_missing') return authorizedBy;
      throw failure;
    });
    return { brandName, user, token };
  } finally {
    callback.close();
  }
};

// Only the token that this device had for the same portal and profile is replaced.
export const signIn = async (context: Context, request: Account & TokenRequest) => {
  const { env } = context;
  const { portal, profile } = request;
  const former = await readCredentials(env, request);
  const { brandName, user, token } = await obtainToken(context, request);
  const signIn = { portal, profile, email: user.email, token };
  const place = await storeCredentials(env, signIn).catch(async (error) => {
    // A token that was not stored must not stay valid.
    await portalCall(context, portal, token)(logOutCli).catch(() => {});
    throw error;
  });
  await revokeFormer(context, former);
  return { brandName, user, credentials: { portal, profile, token, place, isGiven: false } };
};
