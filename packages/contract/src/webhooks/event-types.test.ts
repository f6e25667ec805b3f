import { expect, test } from 'vitest';
import { portalEvents, portalEventTypes, sampleMessage, webhookMessage } from './event-types.ts';

test.each(portalEventTypes)('the example of %s is a message, and its data fits the schema', (type) => {
  const example = sampleMessage(type);
  expect(webhookMessage.safeParse(example).success).toBe(true);
  expect(portalEvents[type].data.safeParse(example.data)).toMatchObject({ success: true });
});

test('no example holds the value of a key, a token or a secret', () => {
  const all = JSON.stringify(portalEventTypes.map((type) => sampleMessage(type)));
  expect(all).not.toMatch(/blst_|whsec_|secret/i);
});
