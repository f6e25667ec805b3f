// The types of this installation: the portal's own, and those of WEBHOOK_EVENTS.
import {
  isPortalEvent,
  portalEvents,
  portalEventTypes,
  sampleMessage,
} from '@ballast/contract/webhooks/event-types';
import type { WebhookEvent } from '@ballast/contract/webhooks/events';
import { webhookMessages } from '@ballast/contract/webhooks/webhook-limits';
import { invalidField } from '../../../runtime/failure.ts';
import type { Config } from '../../../runtime/settings/config.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { webhookSettings } from '../settings.ts';

const providerEvents = (config: Config) => settingsOf(config, webhookSettings).events;

export const listEventTypes = (config: Config): WebhookEvent[] =>
  [
    ...portalEventTypes.map((type) => ({ type, description: portalEvents[type].description })),
    ...providerEvents(config),
  ].map(({ type, description }) => ({ type, description, example: sampleMessage(type) }));

export const isProviderEvent = (config: Config, type: string) =>
  providerEvents(config).some((event) => event.type === type);

const isKnown = (config: Config, type: string) => isPortalEvent(type) || isProviderEvent(config, type);

export const requireTypes = (config: Config, field: string, types: readonly string[]) => {
  const unknown = types.find((type) => !isKnown(config, type));
  if (unknown !== undefined) throw invalidField(field, webhookMessages.typeUnknown(unknown));
};
