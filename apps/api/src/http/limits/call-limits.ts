// How many calls an account makes in a minute, and what each cost of the contract allows in an hour.
import { type CostName, costOf } from '@ballast/contract/http/costs';
import { hours, minutes, throttle } from '../../identity/throttling/rules.ts';

export const callsPerAccount = throttle('callsPerAccount', (limits) => limits.callsPerAccount, minutes);
export const writesPerAccount = throttle('writesPerAccount', (limits) => limits.writesPerAccount, minutes);
export const callsPerToken = throttle('callsPerToken', (limits) => limits.callsPerAccount, minutes);
export const writesPerToken = throttle('writesPerToken', (limits) => limits.writesPerAccount, minutes);
export const tokenCallsPerAccount = throttle(
  'tokenCallsPerAccount',
  (limits) => 2 * limits.callsPerAccount,
  minutes,
);
export const tokenWritesPerAccount = throttle(
  'tokenWritesPerAccount',
  (limits) => 2 * limits.writesPerAccount,
  minutes,
);
export const stopsPerCaller = throttle('stopsPerCaller', (limits) => limits.writesPerAccount, minutes);
export const callsToStopPerCaller = throttle('callsToStopPerCaller', 60, minutes);
// As high as callsPerSession, and counted apart from it.
export const stopsPerSession = throttle('stopsPerSession', (limits) => 4 * limits.callsPerAccount, minutes);

export const costPerHour = (name: CostName) => throttle(name, costOf(name).perHour, hours);

// All tokens of an account together.
export const tokenCostPerHour = (name: CostName) =>
  throttle(`${name}OfTokens`, 2 * costOf(name).perHour, hours);
