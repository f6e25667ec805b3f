// Who hears what is announced (NOTIFY) on the connection of the moment.
import pg, { type Client } from 'pg';

export type Listener = {
  heard: (payload: string) => void;
  // Announcements may have been lost.
  missed: () => void;
  // All that was announced before this time (performance.now) has been heard.
  confirmed?: (sentAt: number) => void;
  lost?: () => void;
};

type Subscription = Listener & { channel: string; listening: boolean };

type Ask = (question: Promise<unknown>) => Promise<unknown>;

export const openAnnouncements = (ask: Ask) => {
  const subscriptions = new Set<Subscription>();

  const subscribe = async (client: Client, own: Subscription) => {
    const sentAt = performance.now();
    await ask(client.query(`listen ${pg.escapeIdentifier(own.channel)}`));
    if (!subscriptions.has(own)) return;
    own.listening = true;
    own.missed();
    own.confirmed?.(sentAt);
  };

  return {
    add: (channel: string, listener: Listener, client: Client | null) => {
      const own: Subscription = { ...listener, channel, listening: false };
      subscriptions.add(own);
      return {
        subscribed: client ? subscribe(client, own) : Promise.resolve(),
        close: () => void subscriptions.delete(own),
      };
    },
    subscribeAll: async (client: Client) => {
      client.on('notification', ({ channel, payload = '' }) => {
        for (const each of subscriptions) if (each.channel === channel) each.heard(payload);
      });
      for (const each of subscriptions) await subscribe(client, each);
    },
    // Called before a heartbeat is sent; the answer confirms what was listening then.
    expect: () => {
      const listening = [...subscriptions].filter((each) => each.listening);
      const sentAt = performance.now();
      return () => {
        for (const each of listening) if (each.listening) each.confirmed?.(sentAt);
      };
    },
    lose: () => {
      for (const each of subscriptions) {
        each.listening = false;
        each.lost?.();
      }
    },
  };
};
