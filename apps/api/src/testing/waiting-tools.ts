// The calls of command-line tools that wait at a portal of this process, seen by the timers that end their wait.
import { cliLimits } from '@ballast/contract/cli-auth';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, onTestFinished, vi } from 'vitest';

export const watchWaitingTools = () => {
  const begun = vi.spyOn(globalThis, 'setTimeout');
  const ended = vi.spyOn(globalThis, 'clearTimeout');
  onTestFinished(() => {
    begun.mockRestore();
    ended.mockRestore();
  });
  const waits = () =>
    begun.mock.calls.flatMap(([endWait, ms], i) =>
      ms === cliLimits.waitSeconds * 1000 ? [{ endWait, timer: begun.mock.results[i]?.value }] : [],
    );
  const began = (count: number) =>
    waitFor(`${count} call(s) to wait at the portal`, () => expect(waits()).toHaveLength(count));
  return {
    began,
    // The portal has noticed that a caller is gone.
    ended: () =>
      waitFor('the portal to end the wait', () => {
        for (const { timer } of waits()) expect(ended).toHaveBeenCalledWith(timer);
      }),
    // As if the longest wait were over.
    letTimeRunOut: () => {
      for (const { endWait } of waits()) endWait();
    },
  };
};
