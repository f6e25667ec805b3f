// A caller who does not know whether a request arrived sends it again with the same key: it is done once, and answered alike.
export const idempotencyHeader = 'idempotency-key';
export const replayedHeader = 'idempotent-replayed';

export const idempotencyLimits = { keyLength: 128, hours: 24 } as const;

export const idempotencyMessages = {
  keyShape: `Idempotency-Key must be 1 to ${idempotencyLimits.keyLength} printable ASCII characters, sent once`,
  explained: `The same key with the same request returns the first response again for ${idempotencyLimits.hours} hours; nothing runs twice`,
  replayed: 'true if this is the response of an earlier request with the same Idempotency-Key',
} as const;

const printable = /^[\x20-\x7e]+$/;

export const isIdempotencyKey = (text: string) =>
  text.length <= idempotencyLimits.keyLength && printable.test(text);
