// A process of its own, so that what the attacker does is not time of the server or of those who check keys. With rates it sends so
// many calls of each kind each second, and no more.
import { accountLanes, type HostileAccount } from './account.ts';
import { type Counts, runLane } from './lane.ts';
import { strangerLanes } from './stranger.ts';

export type Attack = {
  port: number;
  checkPort: number;
  account?: HostileAccount;
  rates?: Record<string, number>;
};
export type Report = Record<string, Counts>;

// A measurement that fails must not leave its attacker behind.
process.once('disconnect', () => process.exit(1));

process.once('message', ({ port, checkPort, account, rates }: Attack) => {
  const lanes = account ? accountLanes(account) : strangerLanes();
  const running = lanes.map((lane) => {
    const stop = runLane(lane.atChecks ? checkPort : port, lane, rates?.[lane.name] ?? null);
    return [lane.name, stop] as const;
  });
  process.once('message', () => {
    const report: Report = Object.fromEntries(running.map(([name, stop]) => [name, stop()]));
    process.send?.(report, () => process.exit(0));
  });
});
