import { hours, minutes, networkThrottle, throttle } from '../../identity/throttling/rules.ts';

// One address that guesses at one account is stopped early. A stranger's guesses do not lock the owner out.
export const signInPerAccountAndAddress = throttle('signInPerAccountAndAddress', 10, 15 * minutes);
export const signInPerAccount = throttle('signInPerAccount', 50, 15 * minutes);
// A device that has signed in before has a count of its own, which strangers cannot use up.
export const signInPerDevice = throttle('signInPerDevice', 10, 15 * minutes);
// A right password clears that count but not this one: each sign-in costs a hash. Only devices that knew the password use it up,
// and their wrong guesses alone do not suffice for it.
export const signInPerKnownAccount = throttle('signInPerKnownAccount', 120, 15 * minutes);
export const signInPerAddress = networkThrottle(
  'signInPerAddress',
  (limits) => limits.signInsPerAddress,
  15 * minutes,
);
// An account that proves its own password, rightly or not, gets a small part of that number.
export const passwordProofPerAccount = networkThrottle('passwordProofPerAccount', 30, 15 * minutes);
export const passwordChangePerAccount = throttle('passwordChangePerAccount', 10, hours);
export const passwordCheckPerAddress = networkThrottle(
  'passwordCheckPerAddress',
  (limits) => limits.passwordChecksPerAddress,
  15 * minutes,
);
export const signUpPerAccountAndAddress = throttle('signUpPerAccountAndAddress', 10, 15 * minutes);
export const signUpPerAddress = networkThrottle(
  'signUpPerAddress',
  (limits) => limits.signUpsPerAddress,
  hours,
);
// A waiting tab asks every five seconds.
export const signUpStatusPerAddress = networkThrottle('signUpStatusPerAddress', 600, 5 * minutes);
// Every visit to the sign-in page asks for one.
export const passkeyOptionsPerAddress = networkThrottle(
  'passkeyOptionsPerAddress',
  (limits) => limits.passkeyOptionsPerAddress,
  5 * minutes,
);
