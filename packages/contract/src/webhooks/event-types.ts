// The events that the portal sends itself. Each field has an example, so that samples, test messages and the documentation are
// made from the schemas.
import * as z from 'zod/mini';
import { type Environment, environments } from '../keys/api-keys.ts';

const examples = z.registry<{ example: unknown }>();

const shown = <S extends z.ZodMiniType>(schema: S, example: z.output<S>): S => {
  examples.add(schema, { example });
  return schema;
};

const id = (example: string) => shown(z.uuid(), example);
const line = (example: string) => shown(z.string(), example);
const lineOrNull = (example: string | null) => shown(z.nullable(z.string()), example);
const number = (example: number) => shown(z.number(), example);
const list = (example: string[] | null) => shown(z.nullable(z.array(z.string())), example);

const key = { keyId: id('7d0c1f5e-5f0b-4a63-9b1c-0f6f3f0a2c11'), name: line('checkout-web') };

const keyFacts = {
  ...key,
  rateLimit: number(3),
  expiresAt: lineOrNull('2027-01-31T00:00:00.000Z'),
  scopes: list(['payments:read']),
  allowedNetworks: list(null),
};

export const changedFacts = [
  'name',
  'rateLimit',
  'expiresAt',
  'scopes',
  'allowedNetworks',
  'status',
] as const;

// The last two are about the old value of a rotation: its grace is shortened, or ends.
const leakActions = ['notify', 'rotate', 'revoke', 'shorten', 'stop'] as const;

const limitRequest = {
  requestId: id('c2f4a1b0-3d53-4bb5-8a0e-6f4f7d2f9e02'),
  ...key,
  currentLimit: number(3),
  requestedLimit: number(50),
};

const transfer = {
  transferId: id('41b8e8a5-2f0e-4a51-b6b1-8c5d9a7e3b70'),
  amount: number(10),
  address: lineOrNull('0x52908400098527886E0F7030069857D2E4169EE7'),
};

const portalEvent = <D extends z.ZodMiniObject>(description: string, data: D) => ({ description, data });

export const portalEvents = {
  'key.created': portalEvent('An API key was created', z.object(keyFacts)),
  'key.updated': portalEvent(
    'An API key was renamed or restored, or its restrictions or rate limit changed',
    z.object({ ...keyFacts, changed: shown(z.array(z.enum(changedFacts)), ['scopes']) }),
  ),
  'key.rotated': portalEvent(
    'An API key got a new value; the old one works until previousEndsAt',
    z.object({ ...key, previousEndsAt: lineOrNull('2026-11-17T09:41:00.000Z') }),
  ),
  'key.deleted': portalEvent('An API key was deleted', z.object(key)),
  'key.expiring': portalEvent(
    'An API key expires soon',
    z.object({ ...key, expiresAt: line('2026-11-23T09:41:00.000Z') }),
  ),
  'key.expired': portalEvent(
    'An API key expired',
    z.object({ ...key, expiresAt: line('2026-11-16T09:41:00.000Z') }),
  ),
  'key.leaked': portalEvent(
    'An API key was found in public; action says what the portal did',
    z.object({ ...key, action: shown(z.enum(leakActions), 'rotate') }),
  ),
  'rate_limit_request.created': portalEvent('A higher rate limit was requested', z.object(limitRequest)),
  'rate_limit_request.approved': portalEvent(
    'A higher rate limit was approved',
    z.object({
      ...limitRequest,
      rateLimit: number(50),
      note: lineOrNull(null),
      endsAt: lineOrNull(null),
    }),
  ),
  'rate_limit_request.declined': portalEvent(
    'A higher rate limit was declined',
    z.object({ ...limitRequest, note: lineOrNull('Please tell us more about your traffic.') }),
  ),
  'faucet.transfer.completed': portalEvent(
    'Test tokens arrived',
    z.object({ ...transfer, transaction: lineOrNull('0x9f0c7e5b') }),
  ),
  'faucet.transfer.failed': portalEvent(
    'A transfer of test tokens failed',
    z.object({ ...transfer, reason: line('The network reverted the transfer. You can request again.') }),
  ),
  'webhook.test': portalEvent('You sent a test event', z.object({ test: shown(z.literal(true), true) })),
} as const;

export type PortalEventType = keyof typeof portalEvents;
export type PortalEventData<T extends PortalEventType> = z.input<(typeof portalEvents)[T]['data']>;
export const portalEventTypes = Object.keys(portalEvents) as PortalEventType[];

export const isPortalEvent = (type: string): type is PortalEventType => Object.hasOwn(portalEvents, type);

const exampleOf = (data: z.ZodMiniObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data.shape).map(([name, schema]) => [
      name,
      examples.get(schema as z.ZodMiniType)?.example ?? null,
    ]),
  );

// The data of a provider's event is the provider's own, so a sample holds what every event could have.
const providersExample = { id: 'sample_1' };

export const sampleData = (type: string): Record<string, unknown> =>
  isPortalEvent(type) ? exampleOf(portalEvents[type].data) : providersExample;

export const webhookMessage = z.object({
  type: z.string(),
  timestamp: z.string(),
  environment: z.enum(environments),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookMessage = z.infer<typeof webhookMessage>;

export const sampleMessage = (type: string, environment: Environment = 'SANDBOX'): WebhookMessage => ({
  type,
  timestamp: '2026-11-16T09:41:00.000Z',
  environment,
  data: sampleData(type),
});

// WEBHOOK_EVENTS replaces these.
export const usualProviderEvents = [
  'payment.created=A payment was created',
  'payment.completed=A payment was completed',
  'payment.failed=A payment failed',
  'refund.completed=A refund was completed',
  'transfer.completed=A transfer between accounts was completed',
].join(';');
