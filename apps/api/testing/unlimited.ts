// Other tests cover the limits of an address and an account; here they would hide the answers behind them.
const names = [
  'sign_ins_per_address',
  'sign_ups_per_address',
  'mails_per_address',
  'tokens_per_address',
  'second_factors_per_address',
  'password_checks_per_address',
  'cli_logins_per_address',
  'key_leaks_per_address',
  'calls_per_account',
  'writes_per_account',
];

export const unlimited = { LIMITS: names.map((name) => `${name}=1000000`).join() };
