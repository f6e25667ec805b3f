// Standard Webhooks 1.0.0: the signature is over the id, the time of this attempt and the body.
import { createHmac, randomBytes } from 'node:crypto';
import {
  secretPrefix,
  signatureVersion,
  webhookHeaders,
  webhookLimits,
} from '@ballast/contract/webhooks/webhook-limits';
import packageJson from '../../../../package.json' with { type: 'json' };

export const makeSecret = () => secretPrefix + randomBytes(webhookLimits.secretBytes).toString('base64');

const sign = (secret: string, content: string) => {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `${signatureVersion},${createHmac('sha256', key).update(content).digest('base64')}`;
};

// With two secrets, during the grace of a rotation, the new one comes first.
export const headersOf = (eventId: string, body: string, secrets: string[], at: Date) => {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => sign(secret, `${eventId}.${timestamp}.${body}`));
  return {
    'content-type': 'application/json',
    'user-agent': `Ballast-Webhooks/${packageJson.version}`,
    [webhookHeaders.id]: eventId,
    [webhookHeaders.timestamp]: String(timestamp),
    [webhookHeaders.signature]: signatures.join(' '),
  };
};
