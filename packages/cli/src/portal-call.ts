// This calls the portal, and turns whatever goes wrong into one sentence and one exit code.
import { ApiError, createClient } from '@ballast/contract/client';
import type { Endpoint } from '@ballast/contract/endpoint';
import { getPortal } from '@ballast/contract/portal';
import type { Context } from './context.ts';
import { CliFailure } from './failures.ts';
import { withProgress } from './progress.ts';

const messages = {
  unreachable: (portal: string) =>
    `The portal at ${portal} cannot be reached. Check the address and your connection.`,
  wrongPortal: (portal: string) => `${portal} does not answer like a portal. Check the address.`,
  oldPortal: (portal: string) =>
    `The portal at ${portal} is older than this command and does not know it yet. Install the one it serves: npm install -g ${portal}/cli/ballast.tgz`,
  newPortal: (portal: string) =>
    `The portal at ${portal} answered in a way this version does not understand. Install the one it serves: npm install -g ${portal}/cli/ballast.tgz`,
  tokenRefused: 'The portal does not accept the token: it was revoked. Run ballast login.',
};

const refusalMessage = ({ message, fields }: ApiError) => {
  const details = Object.values(fields);
  return details.length ? details.join('. ') : message;
};

// A sign-in would not help: the portal says whom to write to.
const isSuspended = ({ body }: ApiError) => body.details?.reason === 'account_suspended';

const isPortal = async (portal: string) => {
  try {
    const reply = await createClient({ portalUrl: portal })(getPortal);
    return getPortal.reply.safeParse(reply).success;
  } catch {
    return false;
  }
};

const explain = async (error: unknown, portal: string) => {
  // The answer is no JSON.
  if (!(error instanceof ApiError)) return new CliFailure('wrong_portal', messages.wrongPortal(portal));
  const { status, code } = error;
  if (code === 'unreachable') return new CliFailure('unreachable', messages.unreachable(portal));
  if (code === 'key_unknown' || code === 'key_revoked' || code === 'key_expired')
    return new CliFailure('refused', error.message, { reason: code });
  if (status === 401 && isSuspended(error)) return new CliFailure('not_signed_in', error.message);
  if (status === 401) return new CliFailure('not_signed_in', messages.tokenRefused);
  if (code === 'not_found') return new CliFailure('not_found', error.message);
  if (status === 404 || status === 405) {
    return (await isPortal(portal))
      ? new CliFailure('old_portal', messages.oldPortal(portal))
      : new CliFailure('wrong_portal', messages.wrongPortal(portal));
  }
  if (status >= 500) return new CliFailure('failed', error.message);
  // A refusal without the portal's own words comes from something that stands in its place.
  if (code === 'internal') return new CliFailure('wrong_portal', messages.wrongPortal(portal));
  if (status === 429) {
    const { message, retryAfterSeconds = null } = error;
    const { nextClaimAt } = error.body;
    const details = { reason: code, retryAfterSeconds, ...(nextClaimAt ? { nextClaimAt } : {}) };
    return new CliFailure('rate_limited', message, details);
  }
  return new CliFailure('refused', refusalMessage(error), { reason: code, fields: error.fields });
};

export type PortalCall = ReturnType<typeof createClient>;

// For a wait that has a progress line of its own.
export const quietly = (context: Context): Context => ({
  ...context,
  terminal: { ...context.terminal, showsProgress: false },
});

// It is the contract's client, but it shows progress and throws nothing but CliFailure.
export const portalCall = (
  { terminal }: Context,
  portal: string,
  token: string | null = null,
): PortalCall => {
  const client = createClient({ portalUrl: portal, token: () => token });
  const sendAny = client.withHeaders as (
    endpoint: Endpoint,
    input?: unknown,
  ) => Promise<{ reply: unknown; headers: Headers }>;
  const send = async (endpoint: Endpoint, input?: unknown) => {
    const sending = withProgress(terminal, 'Waiting for the portal', sendAny(endpoint, input));
    const { reply, headers } = await sending.catch(async (error) => {
      throw await explain(error, portal);
    });
    const parsed = endpoint.reply.safeParse(reply);
    if (parsed.success) return { reply: parsed.data, headers };
    if (endpoint.path === getPortal.path) throw new CliFailure('wrong_portal', messages.wrongPortal(portal));
    throw new CliFailure('failed', messages.newPortal(portal));
  };
  const call = async (endpoint: Endpoint, input?: unknown) => (await send(endpoint, input)).reply;
  return Object.assign(call, { withHeaders: send }) as PortalCall;
};
