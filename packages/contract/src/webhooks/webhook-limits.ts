// What a developer can have of webhooks, when a message is tried again, and the texts of refusals. Without schemas, so that a
// screen can use it alone.
export const webhookLimits = {
  // Of each environment.
  endpoints: 20,
  url: 2048,
  description: 200,
  types: 100,
  eventType: 100,
  eventId: 64,
  page: 50,
  longestPage: 200,
  waitSeconds: 25,
  replayed: 10_000,
  // Of what a receiver answered, as it is kept.
  response: 1024,
  // The newest attempts of a delivery that are kept. One schedule has ten, and replays add more.
  attempts: 50,
  // At once, for each endpoint and process.
  atOnce: 5,
  headersSeconds: 15,
  longestRetryAfterSeconds: 86_400,
  // An endpoint that has taken nothing for so long is disabled.
  failingDays: 5,
  publishedAtOnce: 100,
  publishedBytes: 64 * 1024,
  secretBytes: 32,
} as const;

// The first attempt is made at once. These are the pauses before the others, each 10 % shorter or longer.
export const attemptPauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
export const attemptsOfSchedule = attemptPauses.length + 1;
export const pauseSpread = 0.1;

export const deliveryDays = 30;

export const webhookStatuses = ['ENABLED', 'PAUSED', 'DISABLED'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];
// What its owner sets. The portal alone disables.
export const ownersStatuses = ['ENABLED', 'PAUSED'] as const;

export const disablings = ['failing', 'gone'] as const;
export type Disabling = (typeof disablings)[number];

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

// Why an attempt failed, or why there was none.
export const deliveryErrors = [
  'status',
  'redirect',
  'gone',
  'timeout',
  'connection_failed',
  'tls_failed',
  'name_not_resolved',
  'address_not_allowed',
  'endpoint_paused',
  'endpoint_disabled',
  'endpoint_deleted',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

const hour = 3600;
// The last is the default.
export const secretGraces = [0, hour, 24 * hour] as const;

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export const secretPrefix = 'whsec_';
export const signatureVersion = 'v1';

const types = `1 to ${webhookLimits.types} different event types, or null for all of them`;

export const webhookMessages = {
  urlRequired: 'Enter the address that receives the events',
  urlTooLong: `url must be at most ${webhookLimits.url} characters`,
  urlMalformed: 'url must be a whole address, such as https://example.com/webhooks',
  urlScheme: 'url must begin with https://',
  urlUser: 'url must not hold a user name or a password',
  urlPort: 'url must have port 443, 8443 or one above 1023',
  urlNotResolved: 'The host of this url does not resolve to an address',
  urlNotPublic: 'The host of this url must have public addresses only',
  eventsWrong: `events must be ${types}`,
  typeUnknown: (type: string) =>
    `The event type "${type}" does not exist. GET /api/webhook-events lists all of them.`,
  typeOfPortal: (type: string) => `The portal itself sends "${type}". Choose another type.`,
  nothingToChange: 'Please say what is to change: url, description, events or status',
  limit: `You can have ${webhookLimits.endpoints} endpoints in each environment. Delete one first.`,
  notEnabled: 'This endpoint is not enabled. Enable it first.',
  tooManyToReplay: (count: number) =>
    `There are ${count.toLocaleString('en-US')} such deliveries, and at most ${webhookLimits.replayed.toLocaleString('en-US')} can be replayed at once. Choose a shorter time.`,
  untilBeforeSince: 'until must be later than since',
  userUnknown: 'This account does not exist',
  dataTooLarge: `data must be an object of at most ${webhookLimits.publishedBytes / 1024} KiB`,
  idMalformed: `id must be 1 to ${webhookLimits.eventId} of the characters A-Z, a-z, 0-9, point, hyphen and underscore`,
  idTwice: 'This id occurs twice in this call',
  publishedMalformed: `The body must be an event, or a list of 1 to ${webhookLimits.publishedAtOnce} events`,
  publisherUnknown: 'Send a publisher token: Authorization: Bearer <token>.',
  afterUnknown: 'after must be a cursor that this call gave',
} as const;
