// Turns a failure between this tool and a portal into one sentence and one exit code.
import { ApiError, createClient } from '@ballast/contract/http/client';
import { getPortal } from '@ballast/contract/portal';
import { isOnlyInProject } from '../account/choose-account.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { sendRequest } from './send.ts';

export const messages = {
  unreachable: (portal: string, cause = 'unknown cause') =>
    `The portal at ${portal} can't be reached (${cause}). Check the address and your connection.`,
  wrongPortal: (portal: string) => `${portal} isn't a portal. Check the address.`,
  tokenRefused: "The portal doesn't accept your token: it was revoked. Run ballast login.",
  variableRefused: (portal: string) =>
    `The portal at ${portal} doesn't accept the token in BALLAST_TOKEN: it was revoked, has expired or belongs to another portal. Set another one, or unset it and run ballast login.`,
};

// A package runs what it likes, so none is recommended from a portal that only a project file names.
const withInstallLine = async (context: Context, portal: string, message: string) =>
  (await isOnlyInProject(context, portal))
    ? message
    : `${message} Install the one it serves: npm install -g ${portal}/cli/ballast.tgz`;

const oldPortal = (context: Context, portal: string) =>
  withInstallLine(
    context,
    portal,
    `The portal at ${portal} is older than this command and doesn't support it yet.`,
  );

export const newPortal = (context: Context, portal: string) =>
  withInstallLine(
    context,
    portal,
    `The portal at ${portal} sent a response that this version doesn't understand.`,
  );

const refusalMessage = ({ message, fields }: ApiError) => {
  const details = Object.values(fields);
  return details.length ? details.join('. ') : message;
};

// A sign-in would not help: the portal says whom to write to.
const isSuspended = ({ body }: ApiError) => body.details?.reason === 'account_suspended';

const isPortal = async (context: Context, portal: string) => {
  try {
    const fetch = (address: unknown) =>
      sendRequest(context, String(address), { method: 'GET', headers: { accept: 'application/json' } });
    const reply = await createClient({ portalUrl: portal, fetch })(getPortal);
    return getPortal.reply.safeParse(reply).success;
  } catch {
    return false;
  }
};

export type Called = {
  context: Context;
  portal: string;
  token: string | null;
  cause?: string;
  requestId?: string;
};

// Support finds the request by its id.
const withRequest = (message: string, requestId: string | undefined) =>
  requestId ? `${message} (request ${requestId})` : message;

const explainUnknownCall = async ({ context, portal }: Called) =>
  (await isPortal(context, portal))
    ? new CliFailure('old_portal', await oldPortal(context, portal))
    : new CliFailure('wrong_portal', messages.wrongPortal(portal));

export const explain = async (error: unknown, called: Called) => {
  const { context, portal, token, cause, requestId } = called;
  // The answer is no JSON.
  if (!(error instanceof ApiError)) return new CliFailure('wrong_portal', messages.wrongPortal(portal));
  const { status, code } = error;
  if (code === 'unreachable')
    return new CliFailure('unreachable', messages.unreachable(portal, cause), { cause });
  if (code === 'key_unknown' || code === 'key_revoked' || code === 'key_expired')
    return new CliFailure('refused', error.message, { reason: code });
  if (status === 401 && isSuspended(error)) return new CliFailure('not_signed_in', error.message);
  // The portal says when it expired.
  if (status === 401 && error.body.details?.expiredAt) return new CliFailure('not_signed_in', error.message);
  if (status === 401 && token && token === context.env.BALLAST_TOKEN)
    return new CliFailure('not_signed_in', messages.variableRefused(portal));
  if (status === 401) return new CliFailure('not_signed_in', messages.tokenRefused);
  if (code === 'not_found') return new CliFailure('not_found', error.message);
  if (status === 404 || status === 405) return explainUnknownCall(called);
  if (status >= 500)
    return new CliFailure('failed', withRequest(error.message, requestId), requestId ? { requestId } : {});
  // A refusal without the portal's own message comes from something else, such as a proxy.
  if (code === 'internal') return new CliFailure('wrong_portal', messages.wrongPortal(portal));
  if (status === 429) {
    const { message, retryAfterSeconds = null } = error;
    const { nextClaimAt } = error.body;
    const details = { reason: code, retryAfterSeconds, ...(nextClaimAt ? { nextClaimAt } : {}) };
    return new CliFailure('rate_limited', message, details);
  }
  const scope = error.body.details?.scope;
  return new CliFailure('refused', refusalMessage(error), {
    reason: code,
    fields: error.fields,
    ...(typeof scope === 'string' ? { scope } : {}),
  });
};
