// Serves the endpoints that have something due, in turn, as far as there are places.
import type { DeliveryError } from '@ballast/contract/webhooks/webhook-limits';
import type { Deps } from '../../../http/deps.ts';
import { type Claimed, claimDeliveries, failPending } from './claim-deliveries.ts';
import type { Sent } from './send-claimed.ts';
import { openSlots } from './slots.ts';

const whyNot = ({ isDeleted, isClosed, status }: Claimed): DeliveryError | null => {
  if (isDeleted) return 'endpoint_deleted';
  if (isClosed || status === 'DISABLED') return 'endpoint_disabled';
  return status === 'PAUSED' ? 'endpoint_paused' : null;
};

export const openServeDue = (deps: Deps, send: (claimed: Claimed) => Promise<Sent>) => {
  const { webhookDb: db, log, now } = deps;
  const slots = openSlots();
  // In the order in which they became due.
  const due = new Set<string>();
  // Those of which a claim has found all that it may take: there may be more.
  const full = new Set<string>();
  const underWay = new Set<Promise<void>>();

  // `ended` is told of each attempt that is over.
  const begin = (claimed: Claimed, ended: () => void) => {
    const leave = slots.take(claimed.webhookId, claimed.failingSince !== null);
    const sent = send(claimed)
      .catch((error) => {
        // Without a result the lease ends, and it is tried again.
        log.warn({ err: error, delivery: claimed.id }, 'webhooks: the result of an attempt is lost');
        return { durationMs: 0, hasFailed: true };
      })
      .then(({ durationMs, hasFailed }) => {
        leave(durationMs, hasFailed);
        underWay.delete(sent);
        if (full.delete(claimed.webhookId)) due.add(claimed.webhookId);
        ended();
      });
    underWay.add(sent);
  };

  const beginAll = async (claimed: Claimed[], ended: () => void) => {
    const refused = new Map<string, DeliveryError>();
    for (const each of claimed) {
      const why = whyNot(each);
      if (why) refused.set(each.webhookId, why);
      else begin(each, ended);
    }
    for (const [webhookId, why] of refused) if (await failPending(db, webhookId, why)) due.add(webhookId);
  };

  const claimNext = async () => {
    const wanted = slots.choose(due);
    if (!wanted.length) return null;
    for (const { webhookId } of wanted) due.delete(webhookId);
    const claimed = await claimDeliveries(db, wanted, now());
    for (const { webhookId, free } of wanted)
      if (claimed.filter((each) => each.webhookId === webhookId).length === free) full.add(webhookId);
    return claimed;
  };

  return {
    add: (webhookIds: string[]) => {
      for (const webhookId of webhookIds) due.add(webhookId);
    },
    // Until nothing is due, or no place is free.
    serve: async (ended: () => void) => {
      for (let claimed = await claimNext(); claimed; claimed = await claimNext())
        await beginAll(claimed, ended);
    },
    end: async () => {
      due.clear();
      full.clear();
      await Promise.all(underWay);
    },
  };
};
