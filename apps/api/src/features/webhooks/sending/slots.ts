// How many attempts a process makes at once. An endpoint has its few, and those that fail or are slow share half of the places, so
// that they never take the last one.
import { webhookLimits } from '@ballast/contract/webhooks/webhook-limits';
import { openTally } from '../../../runtime/tally.ts';

const places = 256;
const slowPlaces = places / 2;
const slowAfterMs = 1000;
// Of the endpoints that were slow last.
const mostRemembered = 10_000;
// In one question to the database.
const endpointsAtOnce = 50;

export type Wanted = { webhookId: string; free: number };

export const openSlots = () => {
  const ofEndpoint = openTally();
  const slow = new Set<string>();
  let taken = 0;
  let takenBySlow = 0;
  return {
    // The first endpoints that may have an attempt more, and how many each.
    choose: (due: Iterable<string>): Wanted[] => {
      const wanted: Wanted[] = [];
      const left = { all: places - taken, slow: slowPlaces - takenBySlow };
      for (const webhookId of due) {
        if (left.all <= 0 || wanted.length === endpointsAtOnce) break;
        const isSlow = slow.has(webhookId);
        const own = webhookLimits.atOnce - ofEndpoint.count(webhookId);
        const free = Math.min(own, left.all, isSlow ? left.slow : own);
        if (free <= 0) continue;
        wanted.push({ webhookId, free });
        left.all -= free;
        if (isSlow) left.slow -= free;
      }
      return wanted;
    },
    // Returns what gives the place back.
    take: (webhookId: string, isFailing: boolean) => {
      if (isFailing) slow.add(webhookId);
      const number = Number(slow.has(webhookId));
      ofEndpoint.add(webhookId);
      taken += 1;
      takenBySlow += number;
      return (durationMs: number, hasFailed: boolean) => {
        ofEndpoint.remove(webhookId);
        taken -= 1;
        takenBySlow -= number;
        if (!hasFailed && durationMs < slowAfterMs) slow.delete(webhookId);
        else if (slow.size < mostRemembered) slow.add(webhookId);
      };
    },
  };
};
