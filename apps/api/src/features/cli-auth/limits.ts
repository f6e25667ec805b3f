import { hours, minutes, networkThrottle, throttle } from '../../identity/throttling/rules.ts';

export const pairingPerAccount = throttle('pairingPerAccount', 30, hours);
// A tool waits for half a minute, or asks every second where there is no room to wait.
export const cliPollPerRequest = throttle('cliPollPerRequest', 150, minutes);
export const cliPollPerAddress = networkThrottle('cliPollPerAddress', 3000, minutes);
export const cliLoginPerAddress = networkThrottle(
  'cliLoginPerAddress',
  (limits) => limits.cliLoginsPerAddress,
  hours,
);
