// Texts of developers that are older than the rules for text, in an operator's terminal.
import type { ReviewedRequest } from '@ballast/contract/operator/operator';
import { expect, test } from 'vitest';
import { formatRequest, formatRequests } from '../requests/request-commands.ts';

const evil = 'k\u001b[2K\u001b[1A\u009b31m\u202ex\u2028y\rz';
const counts = { allowed: 0, limited: 0, refused: 0 };
const request: ReviewedRequest = {
  id: crypto.randomUUID(),
  status: 'PENDING',
  keyId: crypto.randomUUID(),
  email: 'mara@northwind.dev',
  company: evil,
  keyName: evil,
  environment: 'SANDBOX',
  currentLimit: 3,
  requestedLimit: 10,
  approvedLimit: null,
  reason: `We onboard three merchants.\nStatus          APPROVED\n${evil}`,
  note: evil,
  createdAt: '2026-11-15T20:00:00.000Z',
  decidedAt: null,
  lastUsedAt: '2026-11-15T20:00:00.000Z',
  lastUsedAddress: evil,
  lastUsedUserAgent: evil,
  usage: { lastDay: counts, last30Days: counts, busiestMinute: null },
};

test('row 16: nothing that a developer typed moves the operator’s cursor or makes up a line', () => {
  for (const text of [formatRequests([request]), formatRequest(request)]) {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
    expect(text).toContain('k�[2K�[1A�31m�x�y�z');
  }
  expect(formatRequests([request]).split('\n')).toHaveLength(2);
  expect(formatRequest(request)).not.toMatch(/^Status +APPROVED/m);
});
