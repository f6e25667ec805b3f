// The calls of command-line tools that wait at a portal of this process, seen by the timers that end their wait. The
// longest wait is over when the test says so, however long the test takes.
import { cliLimits } from '@ballast/contract/cli/cli-auth';
import { waitFor } from '@ballast/harness/wait-for';
import { expect, onTestFinished, vi } from 'vitest';

const longestWaitMs = cliLimits.waitSeconds * 1000;
const hourMs = 3600_000;

export const watchWaitingTools = () => {
  const { setTimeout } = globalThis;
  const begun = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      setTimeout(run, ms === longestWaitMs ? hourMs : ms, ...given)) as typeof setTimeout);
  const ended = vi.spyOn(globalThis, 'clearTimeout');
  onTestFinished(() => {
    begun.mockRestore();
    ended.mockRestore();
  });
  const waits = () =>
    begun.mock.calls.flatMap(([endWait, ms], i) =>
      ms === longestWaitMs ? [{ endWait, timer: begun.mock.results[i]?.value }] : [],
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
