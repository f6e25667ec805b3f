// Makes one attempt and writes what became of it.
import type { Deps } from '../../../http/deps.ts';
import { openCheckReceiver } from '../addresses/check-receiver.ts';
import { type Claimed, giveBack } from './claim-deliveries.ts';
import { type Outcome, postMessage } from './post-message.ts';
import { headersOf } from './sign-message.ts';
import { writeResult } from './write-result.ts';

const secretsOf = ({ keyEncryption }: Deps, claimed: Claimed) => {
  const { webhookId, previousId, previousCipher, previousKeyId } = claimed;
  const newest = keyEncryption.open(claimed, webhookId);
  if (!previousId || !previousCipher || !previousKeyId) return [newest];
  const previous = { secretCipher: previousCipher, encryptionKeyId: previousKeyId };
  return [newest, keyEncryption.open(previous, previousId)];
};

export type Sent = { durationMs: number; hasFailed: boolean };

export const openSend = (deps: Deps, stopping: AbortSignal) => {
  const { webhookDb: db, metrics, now } = deps;
  const check = openCheckReceiver(deps.config);

  const attempt = async (claimed: Claimed): Promise<Outcome> => {
    const receiver = await check(claimed.url);
    if ('fault' in receiver) return { statusCode: null, error: receiver.error, response: null };
    const headers = headersOf(claimed.eventId, claimed.body, secretsOf(deps, claimed), now());
    return postMessage(receiver, headers, claimed.body, stopping);
  };

  return async (claimed: Claimed): Promise<Sent> => {
    const at = now();
    const begunAt = performance.now();
    const outcome = await attempt(claimed);
    const durationMs = Math.round(performance.now() - begunAt);
    const hasFailed = outcome.error !== null;
    // The process stops: another one makes the attempt anew.
    if (stopping.aborted && hasFailed) await giveBack(db, claimed, now());
    else {
      await writeResult(deps, db, { claimed, outcome, at, durationMs });
      metrics.webhookAttempts.inc({ outcome: hasFailed ? 'failed' : 'delivered' });
    }
    return { durationMs, hasFailed };
  };
};
