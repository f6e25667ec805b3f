// An account's keys are listed page after page, from the beginning again at the end, until the measurement stops it. This is a
// thread of its own, so that reading the pages does not count as waiting for a key check.
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '@ballast/contract/http/client';
import { nextCursorHeader } from '@ballast/contract/http/paging';
import { listKeys } from '@ballast/contract/keys/api-keys';

const { portalUrl, token } = workerData as { portalUrl: string; token: string };
const call = createClient({ portalUrl, token: () => token });

let [running, pages, failures] = [true, 0, 0];
parentPort?.once('message', () => {
  running = false;
});

let cursor: string | undefined;
while (running) {
  try {
    const { headers } = await call.withHeaders(listKeys, { query: { cursor } });
    cursor = headers.get(nextCursorHeader) ?? undefined;
    pages += 1;
  } catch {
    failures += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
parentPort?.postMessage({ pages, failures });
