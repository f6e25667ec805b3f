import type { Disabling } from '@ballast/contract/webhooks/webhook-limits';
import { attemptsOfSchedule, webhookLimits } from '@ballast/contract/webhooks/webhook-limits';
import { mail } from '../../email/mail-kinds.ts';

type Facts = { id: string; url: string };

// The host alone: the rest of the address may be long, and secret.
const hostIn = (url: string) => new URL(url).host;

const reasons: Record<Disabling, string> = {
  failing: `Every attempt has failed for ${webhookLimits.failingDays} days, so we no longer send events to it.`,
  gone: 'It answered 410 Gone, so we no longer send events to it.',
};

const webhookDisabled = mail<Facts & { reason: Disabling }>(
  'webhook-disabled',
  (letter, { id, url, reason }, { config }) => ({
    subject: `We disabled your ${letter.brandName} webhook endpoint at ${hostIn(url)}`,
    paragraphs: [
      reasons[reason],
      'Fix the receiver, then enable the endpoint again. You can replay what it missed.',
    ],
    action: { label: 'Open the endpoint', url: `${config.publicUrl}/dashboard/webhooks/${id}` },
    footer: `Questions? Write to ${letter.supportEmail}.`,
  }),
);

const deliveryUsedUp = mail<Facts>('webhook-delivery-failed', (letter, { id, url }, { config }) => ({
  subject: `Your ${letter.brandName} webhook endpoint at ${hostIn(url)} missed an event`,
  paragraphs: [
    `We tried ${attemptsOfSchedule} times over about three days, and every attempt failed.`,
    'Look at the errors, fix the receiver, then replay what it missed.',
  ],
  action: { label: 'Open the endpoint', url: `${config.publicUrl}/dashboard/webhooks/${id}` },
  footer: 'We write about this at most once a day.',
}));

export const webhookMails = { webhookDisabled, deliveryUsedUp };
