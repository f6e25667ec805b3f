// Calls endpoints over HTTP. Every failure is an ApiError, also the network's.
import { type Endpoint, type Input, type Reply, routeOf } from './endpoint.ts';
import { type ErrorBody, type ErrorCode, errors, errorTexts } from './errors.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unreachable';
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | undefined;
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds?: number) {
    super(body.message ?? errors.internal.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = (body.code ?? 'internal') as ErrorCode | 'unreachable';
    this.fields = body.fields ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

export type RefusedCall = { method: string; address: string };

type ClientOptions = {
  // The portal's address, without the root of an endpoint.
  portalUrl: string;
  token?: () => Promise<string | null> | string | null;
  onUnauthorized?: (endpoint: Endpoint, token: string | null) => void;
  // A call that is refused for want of a fresh proof is sent again, once, if this says that the proof was given.
  onProofNeeded?: (refusal: ApiError, refused: RefusedCall) => Promise<boolean>;
  onRefusal?: (refusal: ApiError) => void;
  fetch?: typeof globalThis.fetch;
};

// Nothing hangs for ever, and a long file may take its time.
const timeoutSeconds = 30;
const downloadSeconds = 600;

// A caller that no longer wants the answer ends the call.
type Ending = { signal?: AbortSignal | undefined };

type Arguments<E extends Endpoint> = unknown extends Input<E> ? [] : [Input<E> & Ending];

export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<Reply<E>>;

// A few replies have headers that say something, such as where the next page begins.
type CallWithHeaders = <E extends Endpoint>(
  endpoint: E,
  ...input: Arguments<E>
) => Promise<{ reply: Reply<E>; headers: Headers }>;

type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
} & Ending;

const endOf = ({ download }: Endpoint, { signal }: Ending) => {
  const timeout = AbortSignal.timeout((download ? downloadSeconds : timeoutSeconds) * 1000);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
};

const addressOf = (portalUrl: string, endpoint: Endpoint, input: AnyInput) => {
  const path = routeOf(endpoint).replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${portalUrl}${path}${search.size ? `?${search}` : ''}`;
};

// A call that also serves those who are signed out is sent without a token if there is none.
const tokenFor = async ({ auth, takesSession }: Endpoint, { token }: ClientOptions) => {
  if (auth === 'public' && !takesSession) return null;
  try {
    return (await token?.()) ?? null;
  } catch (error) {
    if (takesSession && error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};

export const createClient = (options: ClientOptions): Call & { withHeaders: CallWithHeaders } => {
  type Sent = { reply: unknown; headers: Headers };
  const send = async (endpoint: Endpoint, input: AnyInput = {}, again = false): Promise<Sent> => {
    const token = await tokenFor(endpoint, options);
    const address = addressOf(options.portalUrl, endpoint, input);
    const response = await (options.fetch ?? fetch)(address, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      signal: endOf(endpoint, input),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    }).catch(() => {
      throw new ApiError(0, { code: 'unreachable', message: errorTexts.unreachable });
    });
    if (response.ok) {
      const reply =
        response.status === 204 ? undefined : await (endpoint.download ? response.text() : response.json());
      return { reply, headers: response.headers };
    }

    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    if (response.status === 401) options.onUnauthorized?.(endpoint, token);
    const refusal = new ApiError(
      response.status,
      body,
      Number(response.headers.get('retry-after')) || undefined,
    );
    const isProofNeeded = refusal.code === 'reauthentication_required' && !again;
    const refused = { method: endpoint.method, address };
    if (isProofNeeded && (await options.onProofNeeded?.(refusal, refused)))
      return send(endpoint, input, true);
    options.onRefusal?.(refusal);
    throw refusal;
  };
  const call = async (endpoint: Endpoint, input?: AnyInput) => (await send(endpoint, input)).reply;
  return Object.assign(call as Call, { withHeaders: send as CallWithHeaders });
};
