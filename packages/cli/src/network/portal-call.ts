// Calls the portal, and turns every failure into one sentence and one exit code.
import { randomUUID } from 'node:crypto';
import { tokenExpiryHeader } from '@ballast/contract/cli/cli-auth';
import { createClient } from '@ballast/contract/http/client';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { idempotencyHeader } from '@ballast/contract/http/idempotency';
import { getPortal } from '@ballast/contract/portal';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { withProgress } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { localTime } from '../terminal/times.ts';
import { explain, messages, newPortal } from './portal-failures.ts';
import { NoAnswer, requestIdHeader, sendRequest } from './send.ts';

export type PortalCall = ReturnType<typeof createClient>;

// For a wait that has a progress line and an end of its own.
export const quietly = ({ terminal, flags, ...context }: Context): Context => {
  const { timeout: _, ...others } = flags;
  return { ...context, flags: others, terminal: { ...terminal, showsProgress: false } };
};

// Every answer to a token of its last week has its expiry. The notice is printed once per command, on stderr.
const noticed = new WeakSet<Terminal['err']>();

export const noticeExpiry = ({ err }: Terminal, headers: Headers) => {
  const expiresAt = headers.get(tokenExpiryHeader);
  if (!expiresAt || Number.isNaN(Date.parse(expiresAt)) || noticed.has(err)) return;
  noticed.add(err);
  err.print(
    `The token in use expires on ${localTime(expiresAt)}. Make another one before: ballast tokens create, or ballast login.`,
  );
};

type SendAny = (endpoint: Endpoint, input?: unknown) => Promise<{ reply: unknown; headers: Headers }>;

// The contract's client, with progress. It throws only CliFailure.
export const portalCall = (context: Context, portal: string, token: string | null = null): PortalCall => {
  const send = async (endpoint: Endpoint, input?: unknown) => {
    const trace: { cause?: string; requestId?: string; failure?: CliFailure } = {};
    // Retries send the same key, so the portal does the call once.
    const key = endpoint.idempotent ? { [idempotencyHeader]: randomUUID() } : {};
    const { withHeaders } = createClient({
      portalUrl: portal,
      token: () => token,
      fetch: async (address, init) => {
        const headers = { ...(init?.headers as Record<string, string>), ...key };
        const sent = { method: endpoint.method, headers, body: init?.body as string | undefined };
        try {
          const response = await sendRequest(context, String(address), sent);
          trace.requestId = response.headers.get(requestIdHeader) ?? '';
          return response;
        } catch (error) {
          if (error instanceof NoAnswer) trace.cause = error.message;
          if (error instanceof CliFailure) trace.failure = error;
          throw error;
        }
      },
    });
    const sending = (withHeaders as SendAny)(endpoint, input);
    const { reply, headers } = await withProgress(context.terminal, 'Waiting for the portal', sending).catch(
      async (error) => {
        throw trace.failure ?? (await explain(error, { context, portal, token, ...trace }));
      },
    );
    noticeExpiry(context.terminal, headers);
    const parsed = endpoint.reply.safeParse(reply);
    if (parsed.success) return { reply: parsed.data, headers };
    if (endpoint.path === getPortal.path) throw new CliFailure('wrong_portal', messages.wrongPortal(portal));
    throw new CliFailure('failed', await newPortal(context, portal));
  };
  const call = async (endpoint: Endpoint, input?: unknown) => (await send(endpoint, input)).reply;
  return Object.assign(call, { withHeaders: send }) as PortalCall;
};
